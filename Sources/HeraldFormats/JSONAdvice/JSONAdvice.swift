import Herald

/// The likely mistake behind a fault of JSON, and its correction.
///
/// A scanner knows what it expected. The text around the place tells more: a comma that is missing one line before, a
/// quote within a text, the curly quotes of a word processor.
struct JSONAdvice {
  /// The mistake, as a clause.
  let reason: String
  /// The correction, as a clause.
  let fix: String

  /// Advice on the first fault of a text.
  init(on fault: JSONFault, in text: String) {
    let context = FaultContext(text, at: fault.offset)
    let advice: (String, String)? =
      switch fault.problem {
      case .expected(let word): Self.onToken(context) ?? Self.onExpected(word, context)
      case .controlCharacter: Self.onBrokenLine(context)
      case .unexpectedEnd: Self.onEnd(context)
      case .emptyElement: ("a comma stands before anything that it separates", "remove the comma")
      case .zeroByte, .unknownEscape, .halfSurrogatePair, .malformedNumber, .notUTF8, .nameTwice, .nestedTooDeep,
        .textAfterValue:
        nil
      }
    (reason, fix) = advice ?? (fault.reason, fault.fix)
  }

  /// A sign or word that stands nowhere in JSON.
  private static func onToken(_ context: FaultContext) -> (String, String)? {
    if context.isInsideText {
      return (
        "the text before this ends at a quote that is part of what it says",
        "write \\\" for each quote within a text"
      )
    }
    if let quote = context.curlyQuote {
      return (
        "a curly quote stands here: \(quote)",
        "write straight quotes (\") in its place, and in the place of its partner"
      )
    }
    switch context.byte {
    case UInt8(ascii: "'"): return ("a single quote stands here", "write double quotes around names and texts")
    case UInt8(ascii: "#"): return (noComment, "remove the comment")
    case UInt8(ascii: "/"):
      return context.next == UInt8(ascii: "/") || context.next == UInt8(ascii: "*")
        ? (noComment, "remove the comment") : nil
    default: return nil
    }
  }

  private static let noComment = "a comment stands here, and JSON has none"

  private static func onExpected(_ word: JSONFault.StaticWord, _ context: FaultContext) -> (String, String)? {
    switch word {
    case .value: onValue(context)
    case .name: onName(context)
    case .colon:
      context.byte == UInt8(ascii: "=")
        ? ("`=` stands in the place of `:`", "write `:` between a name and its value")
        : ("a name stands without a value", "write `:` and the value behind the name, or remove it")
    case .commaOrBrace: onComma(context, closing: UInt8(ascii: "}"), wrong: UInt8(ascii: "]"))
    case .commaOrBracket: onComma(context, closing: UInt8(ascii: "]"), wrong: UInt8(ascii: "}"))
    case .object: nil
    }
  }

  private static func onValue(_ context: FaultContext) -> (String, String)? {
    let word = context.word
    switch word.lowercased() {
    case "true", "yes", "on": return ("`\(word)` is not a word of JSON", "write true")
    case "false", "no", "off": return ("`\(word)` is not a word of JSON", "write false")
    case "none", "nil", "null", "undefined", "nan": return ("`\(word)` is not a word of JSON", "write null")
    case "":
      switch context.byte {
      case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"):
        return ("a value is missing here", "write a value, or remove its name too")
      case UInt8(ascii: "+"): return ("a number begins with `+`", "write the number without `+`")
      case UInt8(ascii: "."): return ("a number begins with its point", "write a 0 before the point")
      default: return nil
      }
    default: return ("the text \(quoted(word)) stands without quotes", "put it in double quotes")
    }
  }

  private static func onName(_ context: FaultContext) -> (String, String)? {
    let word = context.word
    if !word.isEmpty { return ("the name \(quoted(word)) stands without quotes", "put it in double quotes") }
    guard context.byte == UInt8(ascii: "{") || context.byte == UInt8(ascii: "[") else { return nil }
    return ("a value stands in an object without a name", "give it a name, or write [ ] around a list")
  }

  private static func onComma(_ context: FaultContext, closing: UInt8, wrong: UInt8) -> (String, String)? {
    let close = Character(Unicode.Scalar(closing))
    switch context.byte {
    case wrong:
      return (
        "\(closing == UInt8(ascii: "}") ? "an object" : "a list") is still open here",
        "write `\(close)` before the `\(Character(Unicode.Scalar(wrong)))`, or remove this one"
      )
    case UInt8(ascii: ";"): return ("`;` stands in the place of a comma", "write `,`")
    case UInt8(ascii: ":"): return ("a name stands in a list", "put `{ }` around names and values")
    default:
      let line = context.lineBefore
      return context.isOnLineBefore
        ? ("a comma is missing before this", "write `,` between the two")
        : ("a comma is missing after line \(line)", "write `,` at the end of line \(line)")
    }
  }

  private static func onBrokenLine(_ context: FaultContext) -> (String, String)? {
    guard context.byte == 0x0A || context.byte == 0x0D else { return nil }
    return (
      "the line ends within a text", "close the text with \" before the end of the line, or write \\n for a line break"
    )
  }

  private static func onEnd(_ context: FaultContext) -> (String, String)? {
    let open = context.openBrackets
    if let start = open.textLine {
      return ("the text that begins on line \(start) never ends", "close it with \"")
    }
    guard !open.closing.isEmpty else { return nil }
    return (
      "it ends before all brackets are closed", "write `\(open.closing)` at the end, or the part that was cut off"
    )
  }
}
