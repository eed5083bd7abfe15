/// The part of a line before its data, in the form in which nearly all writers write an envelope: the attributes in one
/// order, without blanks and without escapes.
///
/// A line of this form needs no search for names. The general parser reads any other line, with the same result. The
/// head consists of ranges only, so that it can be found long before the line is parsed.
///
/// Bench row 3: 19 % less CPU time.
@usableFromInline
package struct CanonicalHead: Sendable {
  package private(set) var id: JSONToken
  package private(set) var source: JSONToken
  private(set) var type: JSONToken
  private(set) var eventType: EventType
  private(set) var time: JSONToken
  /// The revision; 0 where the line has none.
  private(set) var revision: Int
  /// The salt, where the line has one.
  package private(set) var salt: JSONToken?
  /// The offset of the data's object; 0 where no head was found.
  @usableFromInline private(set) var dataStart: Int

  /// True if the line has a head of this form, with a known type.
  @inlinable
  @inline(__always)
  package var isFound: Bool { dataStart > 0 }

  /// Makes a head that was not found.
  package init() {
    let nowhere = JSONToken(kind: .null, start: 0, end: 0)
    (id, source, type, eventType, time) = (nowhere, nowhere, nowhere, .appLaunched, nowhere)
    (revision, dataStart) = (0, 0)
  }

  /// Parses a line's head.
  package init(_ bytes: BorrowedBytes) {
    self.init()
    dataStart = find(in: bytes) ?? 0
  }

  /// Parses a line's head in place.
  package mutating func read(_ bytes: BorrowedBytes) { dataStart = find(in: bytes) ?? 0 }

  /// The offset of the data; nil where the line has another form, or an event of an unknown type.
  @inline(__always)
  private mutating func find(in bytes: BorrowedBytes) -> Int? {
    var cursor = PlainCursor(bytes: bytes)
    guard cursor.skip("{\"specversion\":\"1.0\",\"id\":"), let id = cursor.string() else { return nil }
    self.id = id
    guard cursor.skip(",\"source\":"), let source = cursor.string() else { return nil }
    self.source = source
    guard cursor.skip(",\"type\":"), let type = cursor.string() else { return nil }
    self.type = type
    guard cursor.skip(",\"time\":"), let time = cursor.string() else { return nil }
    self.time = time
    guard let known = EventTypeNames.type(bytes.extracting(type.start..<type.end)) else {
      return nil
    }
    eventType = known
    revision = 0
    if cursor.skip(",\"revision\":") {
      guard let number = cursor.number() else { return nil }
      revision = number
    }
    salt = nil
    if cursor.skip(",\"salt\":") {
      guard let text = cursor.string() else { return nil }
      salt = text
    }
    guard cursor.skip(",\"data\":"), cursor.byte == UInt8(ascii: "{") else { return nil }
    return cursor.index
  }
}
