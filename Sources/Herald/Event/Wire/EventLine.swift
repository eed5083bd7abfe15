/// One line of a log, read: the envelope's values as places in the line, the data typed.
///
/// Places instead of texts, because most readers need neither id nor source as a string. One object is filled again and
/// again, because returning or passing its many words for each line would cost as much as reading some of the line.
package final class EventLine {
  @exclusivity(unchecked) package internal(set) var id = EventLine.nowhere
  @exclusivity(unchecked) package internal(set) var source = EventLine.nowhere
  @exclusivity(unchecked) package internal(set) var type = EventLine.nowhere
  @exclusivity(unchecked) package internal(set) var time = DeviceTime(moment: Timestamp(milliseconds: 0))
  /// Nil where the line has none.
  @exclusivity(unchecked) package internal(set) var revision: Int?
  @exclusivity(unchecked) package internal(set) var dataVersion = 1
  @exclusivity(unchecked) package var data = EventData.unknown
  /// Whether the data is that of an earlier line with the same bytes, as ``LineReader/keep(_:)`` was given it.
  @exclusivity(unchecked) package internal(set) var isRepeated = false
  /// Where the data stands in the line; nil where there is none.
  @exclusivity(unchecked) package internal(set) var dataSpan: Range<Int>?

  private static let nowhere = JSONToken(kind: .null, start: 0, end: 0)

  /// No line yet.
  package init() {}

  /// The event as a value, its texts copied out of the line.
  package func event(in bytes: BorrowedBytes, revision: Int) -> Event {
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
