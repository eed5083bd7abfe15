/// One parsed line of a log: the envelope's values as ranges of the line, and the typed data.
///
/// Ranges instead of strings, because most readers need neither id nor source as a string. One object is reused for all
/// lines, because returning its many words for each line would cost as much as parsing a part of the line.
package final class EventLine {
  @usableFromInline
  struct Values {
    @usableFromInline var id = JSONToken(kind: .null, start: 0, end: 0)
    @usableFromInline var source = JSONToken(kind: .null, start: 0, end: 0)
    @usableFromInline var type = JSONToken(kind: .null, start: 0, end: 0)
    @usableFromInline var time = DeviceTime(moment: Timestamp(milliseconds: 0))
    @usableFromInline var revision: Int?
    @usableFromInline var dataVersion = 1
    @usableFromInline var data = EventData.unknown
    @usableFromInline var isRepeated = false
    @usableFromInline var dataSpan: Range<Int>?
  }

  // Read through inlinable properties, because another module does not see that the check for exclusive access is left
  // out. Bench row 3: 11 % less CPU time.
  @usableFromInline @exclusivity(unchecked) var values = Values()

  @inlinable package var id: JSONToken { values.id }
  @inlinable package var source: JSONToken { values.source }
  @inlinable package var type: JSONToken { values.type }
  @inlinable package var time: DeviceTime { values.time }
  /// The revision; nil where the line has none.
  @inlinable package var revision: Int? { values.revision }
  @inlinable package var dataVersion: Int { values.dataVersion }
  @inlinable package var data: EventData {
    get { values.data }
    set { values.data = newValue }
  }
  /// Whether the data is cached: an earlier line had the same bytes, and ``LineReader/keep(_:)`` kept its data.
  @inlinable package var isRepeated: Bool { values.isRepeated }
  /// The range of the data in the line; nil for a line without data.
  @inlinable package var dataSpan: Range<Int>? { values.dataSpan }

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
