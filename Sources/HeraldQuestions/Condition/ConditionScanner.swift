import Herald

/// Splits a condition's text into words and signs.
struct ConditionScanner {
  struct Token {
    enum Kind: Equatable {
      /// Letters, digits and everything but signs: a name, a number, a version, a time.
      case word(String)
      /// A text in quotes.
      case quoted(String)
      case sign(ComparisonSign)
      case and, or, not, open, close, openBracket, closeBracket, end
    }
    let kind: Kind
    let column: Int
    /// The token's text in the condition.
    let text: String
  }

  private let scalars: [Unicode.Scalar]
  private var index = 0

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  /// All tokens, with an `end` after the last.
  static func tokens(of text: String) throws(ConditionFault) -> [Token] {
    var scanner = ConditionScanner(text)
    var tokens: [Token] = []
    repeat { tokens.append(try scanner.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() throws(ConditionFault) -> Token {
    while index < scalars.count, scalars[index].properties.isWhitespace { index += 1 }
    let start = index
    guard index < scalars.count else { return Token(kind: .end, column: start + 1, text: "") }
    let scalar = scalars[index]
    if scalar == "\"" || scalar == "'" { return try quoted(by: scalar) }
    for (text, kind) in Self.signs where scalars[index...].starts(with: text.unicodeScalars) {
      index += text.unicodeScalars.count
      return Token(kind: kind, column: start + 1, text: text)
    }
    guard !Self.isSign(scalar) else {
      throw ConditionFault(
        column: start + 1, what: "`\(scalar)` is not a sign that is known.",
        fix: scalar == "=" ? "write ==" : "use \(ComparisonSign.known), and, or, not; put a text with signs in quotes")
    }
    while index < scalars.count, !scalars[index].properties.isWhitespace, !Self.isSign(scalars[index]) { index += 1 }
    let word = String(String.UnicodeScalarView(scalars[start..<index]))
    return Token(kind: Self.words[word.lowercased()] ?? .word(word), column: start + 1, text: word)
  }

  /// A text up to the same quote. A doubled quote in the text is one quote.
  private mutating func quoted(by quote: Unicode.Scalar) throws(ConditionFault) -> Token {
    let start = index
    index += 1
    var text = String.UnicodeScalarView()
    while index < scalars.count {
      let scalar = scalars[index]
      index += 1
      if scalar != quote {
        text.append(scalar)
      } else if index < scalars.count, scalars[index] == quote {
        text.append(quote)
        index += 1
      } else {
        return Token(
          kind: .quoted(String(text)), column: start + 1, text: String(String.UnicodeScalarView(scalars[start..<index]))
        )
      }
    }
    throw ConditionFault(column: start + 1, what: "A text begins with \(quote) and does not end.", fix: "close it")
  }

  /// The signs, the longer ones first.
  private static let signs: [(String, Token.Kind)] = [
    ("==", .sign(.equal)), ("!=", .sign(.other)), ("<=", .sign(.atMost)), (">=", .sign(.atLeast)),
    ("<>", .sign(.other)),
    ("<", .sign(.less)), (">", .sign(.more)), ("&&", .and), ("||", .or), ("!", .not), ("(", .open), (")", .close),
    ("[", .openBracket), ("]", .closeBracket),
  ]
  private static let words: [String: Token.Kind] = ["and": .and, "or": .or, "not": .not]

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool { "=!<>&|()[]\"'".unicodeScalars.contains(scalar) }
}
