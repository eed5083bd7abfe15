/// A cursor over bytes that reads JSON's tokens strictly, without allocating for what it passes over.
///
/// It reads events at speed and documents with their places, so that both agree on what JSON is. The bytes must
/// outlive the scanner; every read is checked against their count.
package struct JSONScanner {
  package private(set) var bytes: BorrowedBytes
  package var index: Int
  /// Levels of objects and arrays that may be open at once; the root is level 1.
  package let depthLimit: Int
  /// Whether a comma too many before `]` or `}` is passed over.
  package let allowsTrailingCommas: Bool
  /// Places of the commas that were passed over.
  package private(set) var trailingCommas: [Int] = []
  /// Names of the objects that are open, innermost last.
  var openNames: [NameToken] = []

  package init(
    _ bytes: BorrowedBytes, depthLimit: Int = 512, allowsTrailingCommas: Bool = false
  ) {
    self.bytes = bytes
    self.index = 0
    self.depthLimit = depthLimit
    self.allowsTrailingCommas = allowsTrailingCommas
  }

  /// Restarts with other bytes and reuses the memory of the last ones.
  mutating func restart(_ bytes: BorrowedBytes) {
    self.bytes = bytes
    index = 0
    openNames.removeAll(keepingCapacity: true)
  }

  /// The bytes, to read tokens' texts from.
  package var text: JSONText { JSONText(bytes: bytes) }

  package func fault(_ problem: JSONFault.Problem, at offset: Int? = nil) -> JSONFault {
    JSONFault(offset: offset ?? index, problem: problem)
  }

  /// The byte at the cursor, or nil at the end.
  @inline(__always)
  package var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

  @inline(__always)
  package mutating func skipBlanks() {
    while index < bytes.count {
      switch bytes[index] {
      case 0x20, 0x09, 0x0A, 0x0D: index += 1
      default: return
      }
    }
  }

  /// Takes `byte` after blanks, or says what was expected.
  @inline(__always)
  package mutating func take(_ byte: UInt8, orExpected word: JSONFault.StaticWord) throws(JSONFault) {
    skipBlanks()
    guard index < bytes.count else { throw fault(.unexpectedEnd) }
    guard bytes[index] == byte else { throw fault(.expected(word)) }
    index += 1
  }

  /// What follows an element: true where another one does, false where `close` ended the list.
  @inline(__always)
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

  /// Ends the reading: nothing but blanks may follow.
  package mutating func end() throws(JSONFault) {
    skipBlanks()
    guard index == bytes.count else { throw fault(.textAfterValue) }
  }
}

/// A value that was passed over: where it stands, and whether a string in it needs unescaping.
///
/// Kept small, because a line has many and each travels far: texts of over 4 GiB are read nowhere.
@usableFromInline
package struct JSONToken: Sendable {
  package var kind: JSONKind
  @usableFromInline package var hasEscapes = false
  @usableFromInline var first: UInt32
  @usableFromInline var behind: UInt32

  @inline(__always)
  package init(kind: JSONKind, hasEscapes: Bool = false, start: Int, end: Int) {
    self.kind = kind
    self.hasEscapes = hasEscapes
    first = UInt32(truncatingIfNeeded: start)
    behind = UInt32(truncatingIfNeeded: end)
  }

  /// Byte offsets; a string's are those between its quotes.
  @inlinable
  package var start: Int { Int(first) }
  @inlinable
  package var end: Int {
    get { Int(behind) }
    set { behind = UInt32(truncatingIfNeeded: newValue) }
  }
}
