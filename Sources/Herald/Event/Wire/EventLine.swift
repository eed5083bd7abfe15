/// One line of a log, read: the envelope's values as places in the line, the data typed.
///
/// Places instead of texts, because most readers need neither id nor source as a string; never copied, because handing it
/// on would cost as much as reading some of it.
package struct EventLine: ~Copyable {
  package var id: JSONToken
  package var source: JSONToken
  package var type: JSONToken
  package var time: DeviceTime
  /// Nil where the line has none.
  package var revision: Int?
  package var dataVersion: Int
  package var data: EventData
  /// Whether the data is that of an earlier line with the same bytes, as ``LineReader/keep(_:)`` was given it.
  package var isRepeated: Bool
  /// Where the data stands in the line; nil where there is none.
  package var dataSpan: Range<Int>?
  /// Never set: a value with a weak reference has an address, by which it's lent; without one the compiler copies it
  /// into each call.
  weak var address: AnyObject?

  /// No line yet.
  @inline(__always)
  package static var none: EventLine {
    let nowhere = JSONToken(kind: .null, start: 0, end: 0)
    return EventLine(
      id: nowhere, source: nowhere, type: nowhere, time: DeviceTime(moment: Timestamp(milliseconds: 0)),
      dataVersion: 1, data: .unknown, isRepeated: false)
  }

  /// The friendly event, its texts copied out of the line.
  package func event(in bytes: UnsafeBufferPointer<UInt8>, revision: Int) -> Event {
    let text = JSONText(bytes: bytes)
    // A known type's name is there already; any other is copied out of the line.
    let name = data.type?.rawValue ?? text.text(of: type)
    return Event(
      id: ExactString(text.text(of: id)), source: ExactString(text.text(of: source)), type: ExactString(name),
      time: time, revision: revision, dataVersion: dataVersion, data: data)
  }
}

/// The envelope's attributes as they are found, before it's clear that all are there.
struct Envelope {
  var specversion: JSONToken?
  var id: JSONToken?
  var source: JSONToken?
  var type: JSONToken?
  var time: JSONToken?
  var revision: JSONToken?
  var dataversion: JSONToken?
  var datacontenttype: JSONToken?
  var data: JSONToken?
}
