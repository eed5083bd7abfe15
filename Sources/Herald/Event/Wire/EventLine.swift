/// One parsed line of a log: the envelope's values as ranges of the line, and the typed data.
///
/// Ranges instead of strings, because most readers need neither id nor source as a string. One object is reused for all
/// lines, because returning its many words for each line would cost as much as parsing a part of the line.
package final class EventLine {
  @exclusivity(unchecked) package internal(set) var id = EventLine.nowhere
  @exclusivity(unchecked) package internal(set) var source = EventLine.nowhere
  @exclusivity(unchecked) package internal(set) var type = EventLine.nowhere
  @exclusivity(unchecked) package internal(set) var time = DeviceTime(moment: Timestamp(milliseconds: 0))
  /// The revision; nil where the line has none.
  @exclusivity(unchecked) package internal(set) var revision: Int?
  @exclusivity(unchecked) package internal(set) var dataVersion = 1
  @exclusivity(unchecked) package var data = EventData.unknown
  /// Whether the data is cached: an earlier line had the same bytes, and ``LineReader/keep(_:)`` kept its data.
  @exclusivity(unchecked) package internal(set) var isRepeated = false
  /// The range of the data in the line; nil for a line without data.
  @exclusivity(unchecked) package internal(set) var dataSpan: Range<Int>?

  private static let nowhere = JSONToken(kind: .null, start: 0, end: 0)

  /// Makes an object for the first line.
  package init() {}

  /// The event as a value, with copies of the line's texts.
  package func event(in bytes: BorrowedBytes, revision: Int) -> Event {
    let text = JSONText(bytes: bytes)
    // Only the name of an unknown type has to be copied from the line.
    let name = data.type?.rawValue ?? text.text(of: type)
    return Event(
      id: ExactString(text.text(of: id)), source: ExactString(text.text(of: source)), type: ExactString(name),
      time: time, revision: revision, dataVersion: dataVersion, data: data)
  }
}

/// The envelope's attributes that were found so far. Required ones may still be missing.
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
