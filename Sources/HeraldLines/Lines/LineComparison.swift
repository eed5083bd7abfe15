package import Herald

/// Compares lines as events: by source and id, or by content.
package enum LineComparison {
  /// True if a line is the event of a source with an id.
  package static func names(_ line: [UInt8], source: ExactString, id: ExactString) -> Bool {
    line.withBorrowedBytes { bytes in
      var reader = LineReader()
      guard let parts = try? reader.read(bytes) else { return false }
      let text = JSONText(bytes: bytes)
      return ExactString(text.text(of: parts.source)) == source && ExactString(text.text(of: parts.id)) == id
    }
  }

  /// True if two lines with one id have the same type, revision and time. A line in which a value was forgotten is
  /// compared by these.
  static func isSameMoment(_ left: [UInt8], _ right: BorrowedBytes) -> Bool {
    var reader = EventReader()
    guard let own = try? left.withBorrowedBytes({ try reader.event(in: $0, revision: 0) }),
      let other = try? reader.event(in: right, revision: 0)
    else { return false }
    return own.type == other.type && own.revision == other.revision && own.time == other.time
  }

  /// The first member in which two lines differ, as the end of a clause, such as `, at /data/digest`; empty where a line is
  /// not JSON.
  static func difference(_ left: [UInt8], _ right: BorrowedBytes) -> String {
    guard let a = try? JSONNode.read(String(decoding: left, as: UTF8.self)).node,
      let b = try? JSONNode.read(String(decoding: right, as: UTF8.self)).node,
      let pointer = a.difference(from: b)
    else { return "" }
    let (own, other) = (a.node(at: pointer), b.node(at: pointer))
    return
      ", at \(pointer.isEmpty ? "their kind" : pointer): \(own?.shortLine ?? "absent") and \(other?.shortLine ?? "absent")"
  }

  /// True if two lines are equal as JSON values.
  static func isEqual(_ left: [UInt8], _ right: BorrowedBytes) -> Bool {
    if left.elementsEqual(right) { return true }
    guard let a = try? JSONNode.read(String(decoding: left, as: UTF8.self)).node,
      let b = try? JSONNode.read(String(decoding: right, as: UTF8.self)).node
    else { return false }
    return a.isEqualValue(to: b)
  }
}

extension JSONNode {
  /// The JSON pointer of the first member, by name, that two values do not share; nil for equal values.
  fileprivate func difference(from other: JSONNode) -> String? {
    if isEqualValue(to: other) { return nil }
    guard let own = members, let others = other.members else { return "" }
    let names = Set((own + others).map { ExactString($0.name) }).sorted()
    for name in names.map(\.string) {
      let token = "/" + JSONPointer.token(name)
      guard let left = self[name: name], let right = other[name: name] else {
        if self[name: name] != nil || other[name: name] != nil { return token }
        continue
      }
      if let below = left.difference(from: right) { return token + below }
    }
    return ""
  }

  /// The value at a pointer of ``difference(from:)``; nil where it is absent.
  fileprivate func node(at pointer: String) -> JSONNode? {
    pointer.utf8.split(separator: UInt8(ascii: "/")).reduce(self as JSONNode?) { node, token in
      let token = String(Substring(token))
      return node?.members?.first { JSONPointer.token($0.name) == token }?.node
    }
  }

  fileprivate var shortLine: String { line.count > 40 ? "\(line.prefix(40))…" : line }
}

extension JSONText {
  /// Borrows the unescaped bytes of a string token.
  package func withBytes<Result>(
    of token: JSONToken, _ body: (BorrowedBytes) throws -> Result
  ) rethrows -> Result {
    guard token.hasEscapes else {
      return try body(bytes.extracting(token.start..<token.end))
    }
    return try Array(text(of: token).utf8).withBorrowedBytes(body)
  }
}
