import Herald

/// Parses a condition. `or` binds least, then `and`, then `not`; parentheses group.
struct ConditionParser {
  private var tokens: ArraySlice<ConditionScanner.Token>
  private let end: ConditionScanner.Token
  /// The most levels of nested parentheses and `not`.
  private static let depthLimit = 100
  /// The most comparisons. `and` and `or` nest as deep as there are comparisons, and the stack is limited.
  private static let comparisonLimit = 1000
  private var comparisons = 0

  init(_ text: String) throws(ConditionFault) {
    let tokens = try ConditionScanner.tokens(of: text)
    self.tokens = tokens[...]
    end = tokens[tokens.count - 1]
  }

  private var next: ConditionScanner.Token { tokens.first ?? end }

  private mutating func take(_ kind: ConditionScanner.Token.Kind) -> Bool {
    guard next.kind == kind else { return false }
    tokens = tokens.dropFirst()
    return true
  }

  private mutating func take() -> ConditionScanner.Token {
    let token = next
    tokens = tokens.dropFirst()
    return token
  }

  mutating func condition() throws(ConditionFault) -> Condition {
    let condition = try either(0)
    guard next.kind == .end else {
      throw ConditionFault(
        column: next.column, what: "`\(next.text)` stands where the condition is over.",
        fix: next.kind == .close ? "open as many parentheses as are closed" : "put `and` or `or` before it")
    }
    return condition
  }

  private mutating func either(_ depth: Int) throws(ConditionFault) -> Condition {
    var condition = try both(depth)
    while take(.or) { condition = .either(condition, try both(depth)) }
    return condition
  }

  private mutating func both(_ depth: Int) throws(ConditionFault) -> Condition {
    var condition = try single(depth)
    while take(.and) { condition = .both(condition, try single(depth)) }
    return condition
  }

  private mutating func single(_ depth: Int) throws(ConditionFault) -> Condition {
    guard depth < Self.depthLimit else {
      throw ConditionFault(
        column: next.column, what: "The condition is nested over \(Self.depthLimit) levels deep.",
        fix: "write it flatter")
    }
    if take(.not) { return .not(try single(depth + 1)) }
    let open = next
    guard take(.open) else { return try comparison() }
    let condition = try either(depth + 1)
    guard take(.close) else {
      throw ConditionFault(column: open.column, what: "A parenthesis is opened and not closed.", fix: "close it")
    }
    return condition
  }

  private mutating func comparison() throws(ConditionFault) -> Condition {
    var reader = FieldPathReader()
    let start = next
    comparisons += 1
    guard comparisons <= Self.comparisonLimit else {
      throw ConditionFault(
        column: start.column, what: "The condition has over \(Self.comparisonLimit) comparisons.",
        fix: "ask about fewer values")
    }
    guard case .word(let names) = start.kind else {
      throw ConditionFault(
        column: start.column,
        what: start.kind == .end ? "The condition ends where a name is expected." : "`\(start.text)` is not a name.",
        fix: "begin with one of \(FieldPathReader.list(FieldShape.all.names)), such as `visible.rule == update:7`")
    }
    _ = take()
    try reader.take(dotted: names, at: start.column)
    while next.kind == .openBracket {
      _ = take()
      let name = take()
      switch name.kind {
      case .quoted(let text), .word(let text): try reader.take(text, at: name.column)
      default:
        throw ConditionFault(column: name.column, what: "A name is missing in brackets.", fix: "write [\"update:7\"]")
      }
      guard take(.closeBracket) else {
        throw ConditionFault(column: next.column, what: "A bracket is opened and not closed.", fix: "write ]")
      }
      if case .word(let more) = next.kind, more.utf8.first == UInt8(ascii: ".") {
        let token = take()
        try reader.take(dotted: String(more.dropFirst()), at: token.column + 1)
      }
    }
    if take(.part) { return try reader.containing(take()) }
    guard case .sign(let sign) = next.kind else { return try reader.present(at: start.column) }
    _ = take()
    return try reader.comparison(take(), sign)
  }
}

extension Condition {
  /// Parses a condition.
  ///
  /// `==` `!=` `<` `<=` `>` `>=` compare values, and `~` finds a part of a text in any case. `and`, `or`, `not` and parentheses, or `&&`, `||` and `!`, join
  /// comparisons. A name alone means that the value is present. A text needs quotes only if it contains white space or
  /// signs, or is a word of this language.
  ///
  /// - Throws: ``ConditionFault`` for a text that is not a condition, or names an unknown value.
  public init(_ text: String) throws(ConditionFault) {
    var parser = try ConditionParser(text)
    self = try parser.condition()
  }
}

/// Splits a condition's text into words and signs.
struct ConditionScanner {
  struct Token {
    enum Kind: Equatable {
      /// Letters, digits and everything but signs: a name, a number, a version, a time.
      case word(String)
      /// A text in quotes.
      case quoted(String)
      case sign(ComparisonSign)
      /// `~`, which finds a part of a text.
      case part
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
        fix: scalar == "=" ? "write ==" : "use \(ComparisonSign.known) ~, and, or, not; put a text with signs in quotes"
      )
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
    ("[", .openBracket), ("]", .closeBracket), ("~", .part),
  ]
  private static let words: [String: Token.Kind] = ["and": .and, "or": .or, "not": .not]

  private static func isSign(_ scalar: Unicode.Scalar) -> Bool { "=!<>&|()[]~\"'".unicodeScalars.contains(scalar) }
}
