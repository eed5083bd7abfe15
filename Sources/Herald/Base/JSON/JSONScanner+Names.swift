/// A name in an object, with its first bytes, which distinguish most names without access to the text.
package struct NameToken: Sendable {
  private let first: UInt32
  private let behind: UInt32
  package let hasEscapes: Bool
  /// The first eight bytes of the unescaped name.
  let prefix: UInt64

  init(start: Int, end: Int, hasEscapes: Bool, prefix: UInt64) {
    first = UInt32(truncatingIfNeeded: start)
    behind = UInt32(truncatingIfNeeded: end)
    self.hasEscapes = hasEscapes
    self.prefix = prefix
  }

  /// Makes a name of a string token of these bytes.
  init(_ token: JSONToken, in bytes: BorrowedBytes) {
    self.init(
      start: token.start, end: token.end, hasEscapes: token.hasEscapes,
      prefix: token.hasEscapes ? Self.prefix(escaped: token, in: bytes) : Self.prefix(plain: token, in: bytes))
  }

  private static func prefix(escaped token: JSONToken, in bytes: BorrowedBytes) -> UInt64 {
    JSONText(bytes: bytes).text(of: token).utf8.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func prefix(plain token: JSONToken, in bytes: BorrowedBytes) -> UInt64 {
    if token.start + 8 <= bytes.count {
      let word = UInt64(bigEndian: bytes.word(at: token.start))
      let count = token.end - token.start
      return count >= 8 ? word : count == 0 ? 0 : word >> UInt64(64 - 8 * count)
    }
    var prefix: UInt64 = 0
    for offset in token.start..<min(token.end, token.start + 8) { prefix = prefix << 8 | UInt64(bytes[offset]) }
    return prefix
  }

  package var start: Int { Int(first) }
  package var end: Int { Int(behind) }
  package var count: Int { end - start }
}

extension JSONToken {
  /// Makes a string token of a name.
  init(_ name: NameToken) {
    self.init(kind: .string, hasEscapes: name.hasEscapes, start: name.start, end: name.end)
  }
}

extension JSONScanner {
  /// Reads a name that begins at the cursor.
  package mutating func name() throws(JSONFault) -> NameToken {
    skipBlanks()
    guard let byte = peek else { throw fault(.unexpectedEnd) }
    guard byte == UInt8(ascii: "\"") else {
      throw fault(byte == UInt8(ascii: ",") ? .emptyElement : .expected(.name))
    }
    let text = try string()
    return NameToken(text, in: bytes)
  }

  /// Objects with up to this many names are searched name by name; larger ones are sorted once at their end.
  static let fewNames = 24

  mutating func remember(_ name: NameToken, since first: Int) throws(JSONFault) {
    if openNames.count - first < Self.fewNames {
      for other in openNames[first...] where other.prefix == name.prefix && text.same(other, name) {
        throw fault(.nameTwice, at: name.start - 1)
      }
    }
    openNames.append(name)
  }

  mutating func forgetNames(since first: Int) throws(JSONFault) {
    if openNames.count - first > Self.fewNames { try findNameTwice(openNames[first...]) }
    if first == 0 {
      openNames.removeAll(keepingCapacity: true)
    } else {
      openNames.removeLast(openNames.count - first)
    }
  }

  private func findNameTwice(_ names: ArraySlice<NameToken>) throws(JSONFault) {
    var seen = Set<ExactString>(minimumCapacity: names.count)
    for name in names where !seen.insert(ExactString(text.text(of: name))).inserted {
      throw fault(.nameTwice, at: name.start - 1)
    }
  }
}
