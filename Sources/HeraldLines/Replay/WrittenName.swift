package import Herald

/// The id and the type of an event, kept as the bytes of its line. The bytes of the next event take the same memory.
///
/// Any event may turn out to be the last of its installation. Making texts of each takes longer than folding it.
package struct WrittenName: Sendable {
  private var bytes: [UInt8] = []
  private var idEnd = 0

  /// Makes a name without bytes.
  package init() {}

  /// The event's id.
  package var id: ExactString { ExactString(String(decoding: bytes[..<idEnd], as: UTF8.self)) }
  /// The event's type.
  package var type: ExactString { ExactString(String(decoding: bytes[idEnd...], as: UTF8.self)) }

  fileprivate mutating func replace(by parts: UnsafePointer<EventLine>, in line: BorrowedBytes) {
    bytes.removeAll(keepingCapacity: true)
    let text = JSONText(bytes: line)
    text.withBytes(of: parts.pointee.id) { bytes.append(contentsOf: $0.unsafeBytes) }
    idEnd = bytes.count
    text.withBytes(of: parts.pointee.type) { bytes.append(contentsOf: $0.unsafeBytes) }
  }
}

extension ReplayMoment {
  /// Copies the event's id and type as its line has them.
  ///
  /// - Returns: false for a fact of a ledger, which has no id; then nothing is copied.
  package func copyName(into name: inout WrittenName) -> Bool {
    guard case .line(_, let parts, let entry, _) = origin else { return false }
    name.replace(by: parts, in: entry.line)
    return true
  }

  /// The event's type as it was written, also one that Herald does not know.
  ///
  /// - Throws: ``LedgerError`` where the line of a fact of an unknown type cannot be read.
  package func type() throws -> ExactString {
    if let type = data.type { return ExactString(type.rawValue) }
    guard case .line(_, let parts, let entry, _) = origin else { return try event().event.type }
    return ExactString(JSONText(bytes: entry.line).text(of: parts.pointee.type))
  }
}
