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

  /// True if two lines are equal as JSON values.
  static func isEqual(_ left: [UInt8], _ right: BorrowedBytes) -> Bool {
    if left.elementsEqual(right) { return true }
    guard let a = try? JSONNode.read(String(decoding: left, as: UTF8.self)).node,
      let b = try? JSONNode.read(String(decoding: right, as: UTF8.self)).node
    else { return false }
    return a.isEqualValue(to: b)
  }

  /// The first member in which two lines differ, in words behind *differ*; nil where it cannot be told.
  static func difference(_ left: [UInt8], _ right: BorrowedBytes) -> String? {
    guard let a = try? JSONNode.read(String(decoding: left, as: UTF8.self)).node,
      let b = try? JSONNode.read(String(decoding: right, as: UTF8.self)).node,
      let found = a.difference(from: b)
    else { return nil }
    let place = " in `\(found.pointer)`: \(found.left?.short ?? "absent") and \(found.right?.short ?? "absent")"
    guard found.left?.kind == .number, found.right?.kind == .number else { return place }
    return place + ", as where a program such as jq rounds long numbers"
  }
}

extension JSONNode {
  /// The first place at which two values differ, as a JSON pointer, and what stands there.
  fileprivate func difference(
    from other: JSONNode, at pointer: String = ""
  ) -> (pointer: String, left: JSONNode?, right: JSONNode?)? {
    if let members, let others = other.members {
      for name in (members + others).map(\.name) {
        let place = "\(pointer)/\(JSONPointer.token(name))"
        let (own, theirs) = (members.first { $0.name == name }?.node, others.first { $0.name == name }?.node)
        guard let own, let theirs else { return (place, own, theirs) }
        if let found = own.difference(from: theirs, at: place) { return found }
      }
      return nil
    }
    if case .array(let items) = value, case .array(let others) = other.value, items.count == others.count {
      for (index, (own, theirs)) in zip(items, others).enumerated() {
        if let found = own.difference(from: theirs, at: "\(pointer)/\(index)") { return found }
      }
      return nil
    }
    return isEqualValue(to: other) ? nil : (pointer, self, other)
  }

  /// The value; a long text is cut.
  fileprivate var short: String {
    switch value {
    case .string(let text): "`\(text.count > 40 ? text.prefix(40) + "…" : text[...])`"
    case .number(let number): "`\(number)`"
    case .bool(let bool): "`\(bool)`"
    case .null: "`null`"
    case .array, .object: kindName
    }
  }
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
