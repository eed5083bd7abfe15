import Herald

/// The text of a page without its markup, in document order.
struct VisibleText {
  private var scalars: [Unicode.Scalar] = []
  /// The start of each run of text, here and in the page.
  private var runs: [(start: Int, offset: Int)] = []

  /// Separates two blocks. It is neither white space nor part of a word.
  static let blockEnd: Unicode.Scalar = "\u{0}"

  /// Appends a run of text.
  ///
  /// - Parameter offset: of the text's first byte in the page.
  mutating func append(_ text: String, offset: Int) {
    runs.append((scalars.count, offset))
    scalars += text.unicodeScalars
  }

  /// The length in scalars, block ends included.
  var count: Int { scalars.count }

  /// The longest text of an element that can be a label: a long one would be read again for each element around it.
  private static let longestLabel = 256

  /// The number of a label that is the whole text from an offset on, and the offset of its run of text in the page.
  func label(from start: Int) -> (number: String, offset: Int)? {
    guard start < scalars.count, scalars.count - start <= Self.longestLabel else { return nil }
    return VersionLabel.number(in: scalars[start...]).map { ($0, offset(of: start)) }
  }

  /// The offset in the page of the run of text that holds a scalar, or follows it.
  private func offset(of index: Int) -> Int {
    (runs.first { $0.start >= index } ?? runs.last)?.offset ?? 0
  }

  mutating func endBlock() { scalars.append(Self.blockEnd) }

  /// The number of the first text such as `Version 2.10`, and the offset of the run of text that contains it.
  ///
  /// `Version` and the number have to be whole words.
  var version: (text: String, offset: Int)? {
    let word = Array("Version".unicodeScalars)
    var index = 0
    while index + word.count < scalars.count {
      defer { index += 1 }
      guard scalars[index] == word[0], scalars[index...].starts(with: word),
        index == 0 || !Self.isWord(scalars[index - 1]), let number = number(after: index + word.count)
      else { continue }
      return (number, runs.last { $0.start <= index }?.offset ?? 0)
    }
    return nil
  }

  /// Digits separated by dots, after white space.
  private func number(after start: Int) -> String? {
    let rest = scalars[start...].drop(while: \.properties.isWhitespace)
    guard rest.startIndex > start else { return nil }
    var end = rest.startIndex
    var hasNext = true
    while hasNext {
      let digits = scalars[end...].prefix(while: Self.isDigit)
      guard !digits.isEmpty else { return nil }
      end = digits.endIndex
      hasNext = end + 1 < scalars.count && scalars[end] == "." && Self.isDigit(scalars[end + 1])
      if hasNext { end += 1 }
    }
    guard end == scalars.count || !Self.isWord(scalars[end]) else { return nil }
    return String(String.UnicodeScalarView(scalars[rest.startIndex..<end]))
  }

  private static func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_"
  }
}

/// Character references of HTML, such as `&amp;` and `&#46;`.
enum CharacterReferences {
  /// Replaces all numeric references and the named ones of HTML 4. Others stay as they are.
  static func resolved(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    var result = String.UnicodeScalarView()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.first {
      if scalar == "&", let (resolved, length) = reference(rest) {
        result.append(resolved)
        rest = rest.dropFirst(length)
      } else {
        result.append(scalar)
        rest.removeFirst()
      }
    }
    return String(result)
  }

  private static let named = NamedCharacters.all

  /// The scalar of the reference at the beginning of a text, and the reference's length in scalars.
  private static func reference(_ text: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
    let body = text.dropFirst().prefix(32)
    if body.first == "#" { return numeric(body.dropFirst()) }
    let name = body.prefix { $0.isASCII && ($0.properties.isAlphabetic || ("0"..."9").contains($0)) }
    guard name.endIndex < body.endIndex, body[name.endIndex] == ";", let scalar = named[String(name)] else {
      return nil
    }
    return (scalar, name.count + 2)
  }

  private static func numeric(_ body: Substring.UnicodeScalarView) -> (Unicode.Scalar, Int)? {
    let isHex = body.first == "x" || body.first == "X"
    let digits = body.dropFirst(isHex ? 1 : 0).prefix { scalar in
      scalar.isASCII && (isHex ? scalar.properties.isASCIIHexDigit : ("0"..."9").contains(scalar))
    }
    guard let value = UInt32(String(digits), radix: isHex ? 16 : 10), let scalar = Unicode.Scalar(value) else {
      return nil
    }
    let hasEnd = digits.endIndex < body.endIndex && body[digits.endIndex] == ";"
    return (scalar, 2 + (isHex ? 1 : 0) + digits.count + (hasEnd ? 1 : 0))
  }
}
