/// A cursor over bytes that reads JSON's tokens strictly, without allocating for values that it skips.
///
/// Events and documents are read by this scanner, so that both accept the same JSON. The bytes must outlive the
/// scanner. Every read is checked against their count.
package struct JSONScanner {
  package private(set) var bytes: BorrowedBytes
  package var index: Int
  /// The most levels of nested objects and arrays; the root is level 1.
  package let depthLimit: Int
  /// True if a trailing comma before `]` or `}` is accepted.
  package let allowsTrailingCommas: Bool
  /// The offsets of the accepted trailing commas.
  package private(set) var trailingCommas: [Int] = []
  /// The names of the objects that are open, the innermost object's last.
  var openNames: [NameToken] = []

  package init(
    _ bytes: BorrowedBytes, depthLimit: Int = 512, allowsTrailingCommas: Bool = false
  ) {
    self.bytes = bytes
    self.index = 0
    self.depthLimit = depthLimit
    self.allowsTrailingCommas = allowsTrailingCommas
  }

  /// Restarts with other bytes and reuses the memory.
  mutating func restart(_ bytes: BorrowedBytes) {
    self.bytes = bytes
    index = 0
    openNames.removeAll(keepingCapacity: true)
  }

  /// The bytes, for reading the texts of tokens.
  package var text: JSONText { JSONText(bytes: bytes) }

  package func fault(_ problem: JSONFault.Problem, at offset: Int? = nil) -> JSONFault {
    JSONFault(offset: offset ?? index, problem: problem)
  }

  /// The byte at the cursor, or nil at the end.
  package var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  package mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  /// Skips blanks and one byte; throws that `word` was expected where another byte follows.
  package mutating func take(_ byte: UInt8, orExpected word: JSONFault.StaticWord) throws(JSONFault) {
    skipBlanks()
    guard index < bytes.count else { throw fault(.unexpectedEnd) }
    guard bytes[index] == byte else { throw fault(.expected(word)) }
    index += 1
  }

  /// Skips the separator after an element. Returns true where another element follows, false where `close` ended the
  /// list.
  package mutating func anotherElement(before close: UInt8) throws(JSONFault) -> Bool {
    skipBlanks()
    guard let byte = peek else { throw fault(.unexpectedEnd) }
    if byte == close {
      index += 1
      return false
    }
    guard byte == UInt8(ascii: ",") else {
      throw fault(.expected(close == UInt8(ascii: "]") ? .commaOrBracket : .commaOrBrace))
    }
    let comma = index
    index += 1
    guard allowsTrailingCommas else { return true }
    skipBlanks()
    guard peek == close else { return true }
    trailingCommas.append(comma)
    index += 1
    return false
  }

  /// Ends the reading; throws where anything but blanks follows.
  package mutating func end() throws(JSONFault) {
    skipBlanks()
    guard index == bytes.count else { throw fault(.textAfterValue) }
  }
}

/// The kind and the range of a value, and a flag for a string with escapes.
///
/// It is small, because a line has many tokens, and each is copied often. Offsets fit 32 bits: no text exceeds 4 GiB.
@usableFromInline
package struct JSONToken: Sendable {
  package var kind: JSONKind
  @usableFromInline package var hasEscapes = false
  @usableFromInline var first: UInt32
  @usableFromInline var behind: UInt32

  package init(kind: JSONKind, hasEscapes: Bool = false, start: Int, end: Int) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    first = UInt32(truncatingIfNeeded: start)
    behind = UInt32(truncatingIfNeeded: end)
  }

  /// The byte offset of the value. The range of a string excludes its quotes.
  @inlinable
  package var start: Int { Int(first) }
  @inlinable
  package var end: Int {
    get { Int(behind) }
    set { behind = UInt32(truncatingIfNeeded: newValue) }
  }
}
