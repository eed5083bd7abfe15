public import Herald

/// The path of a value in a state or a decision, such as `counts.clockSteps` or `records["update:7"].shown`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// The names from the outermost to the innermost.
  public let names: [ExactString]

  /// Makes a path of names.
  public init(_ names: [ExactString]) { self.names = names }

  func appending(_ name: ExactString) -> FieldPath { FieldPath(names + [name]) }

  /// The value at this path in a state, in the last decision for a path that begins with `decision`, or among the facts
  /// that no state has; null without them.
  public func value(in state: InstallationState, decision: Decision?, facts: StreamFacts? = nil) -> Field {
    guard let first = names.first else { return .null }
    if isOfFacts { return facts?.value(at: self, in: state) ?? .null }
    var value = first == "decision" ? decision?.field ?? .null : state.field(first)
    for name in names.dropFirst() { value = value[name] }
    return value
  }

  /// The value at this path as a condition reads it: also where a state leaves it out, because it follows: what
  /// is drawn follows from the installation's name.
  func answer(in state: InstallationState, decision: Decision?, facts: StreamFacts?) -> Field {
    let value = value(in: state, decision: decision, facts: facts)
    guard value == .null else { return value }
    if names.count == 2, names[0] == "draws", let facts {
      return .number(Draw(name: names[1]).number(of: facts.source))
    }
    return .null
  }

  /// True if ``StreamFacts`` has the value, and no state.
  var isOfFacts: Bool {
    if isUnanswered { return true }
    guard let first = names.first else { return false }
    return FieldShape.besideState.contains { $0.name == first }
  }

  /// True for the number of showings of a rule since its last answer.
  var isUnanswered: Bool {
    names.count == 3 && names[0] == "records" && names[2] == StreamFacts.unansweredName
  }

  /// The path as a condition writes it. Names that are not plain words are in brackets and quotes.
  public var description: String {
    names.reduce(into: "") { text, name in
      if name.isPlain {
        text += (text.isEmpty ? "" : ".") + name.string
      } else {
        text += "[\(name.quoted)]"
      }
    }
  }
}

extension ExactString {
  fileprivate var isPlain: Bool {
    !isEmpty
      && string.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
          || ("A"..."Z").contains(scalar)
      }
  }

  /// The text in quotes. Quotes of the same kind in it are doubled.
  package var quoted: String {
    string.unicodeScalars.contains("\"") ? "'\(string.replacing("'", with: "''"))'" : "\"\(string)\""
  }
}

/// Parses a path, and checks each name against the fields that a state can have.
struct FieldPathReader {
  private(set) var path = FieldPath([])
  private var shape = FieldShape.all

  /// Takes names with dots between them.
  mutating func take(dotted names: String, at start: Int) throws(ConditionFault) {
    var column = start
    let parts = names.unicodeScalars.split(separator: ".", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      let name = String(String.UnicodeScalarView(part))
      if isOfProperties {
        // Properties are texts without further levels, so dots belong to their names: `installed.com.example`.
        return try take(parts[index...].map { String(String.UnicodeScalarView($0)) }.joined(separator: "."), at: column)
      }
      try take(name, at: column)
      column += part.count + 1
    }
  }

  private var isOfProperties: Bool {
    if case .named(.text) = shape { true } else { false }
  }

  mutating func take(_ name: String, at column: Int) throws(ConditionFault) {
    let name = ExactString(name)
    guard !name.isEmpty, let below = shape.member(name) else { throw unknown(name, at: column) }
    path = path.appending(name)
    shape = below
  }

  private func unknown(_ name: ExactString, at column: Int) -> ConditionFault {
    let whole = path.appending(name).description
    let what = name.isEmpty ? "A name is missing." : "There is no `\(whole)`."
    switch shape {
    case .number, .text, .time, .list, .any:
      return ConditionFault(
        column: column, what: what, fix: "`\(path)` is \(shape.kind); a name with dots in it is written [\"…\"]")
    case .named: return ConditionFault(column: column, what: what, fix: "name one of `\(path)`, such as [\"update:7\"]")
    case .object:
      let names = path.names.isEmpty ? "he names" : "he names below `\(path)`"
      let meant = meant(by: name).map { "did you mean `\($0)`? T" } ?? "t"
      return ConditionFault(column: column, what: what, fix: "\(meant)\(names) are \(Self.list(shape.names))")
    }
  }

  /// The path that was probably meant: a similar name on this level, or the same name one level below.
  private func meant(by name: ExactString) -> FieldPath? {
    if let near = Spelling.nearest(to: name.string, among: Set(shape.names.map(\.string))) {
      return path.appending(ExactString(near))
    }
    let above = shape.names.first { shape.member($0)?.names.contains(name) == true }
    return above.map { path.appending($0).appending(name) }
  }

  /// True if a text is the name of a value, as `user` is, and `user.changed` is not.
  private static func isName(_ text: String) -> Bool {
    var reader = FieldPathReader()
    do throws(ConditionFault) { try reader.take(dotted: text, at: 1) } catch { return false }
    return true
  }

  static func list(_ names: [ExactString]) -> String { names.map(\.string).joined(separator: ", ") }

  /// The condition that the value is present.
  func present(at column: Int) throws(ConditionFault) -> Condition {
    if case .number = shape {
      throw ConditionFault(
        column: column, what: "`\(path)` is compared with nothing.", fix: "compare the number, such as `\(path) > 0`")
    }
    return .present(path)
  }

  /// The comparison with the right side, which is read as the kind of the left side. A policy is compared by its digest.
  func comparison(
    _ token: ConditionScanner.Token, _ sign: ComparisonSign
  ) throws(ConditionFault) -> Condition {
    if case .object = shape, shape.member("digest") != nil, !sign.asksForOrder {
      let text = ExactString(try written(token, sign.rawValue).text)
      if DigestBeginning.mayBe(text) { return .compared(path.appending("digest"), sign, .text(text)) }
    }
    return .compared(path, sign, try operand(token, sign))
  }

  /// The condition that the text at the path has a part.
  func containing(_ token: ConditionScanner.Token) throws(ConditionFault) -> Condition {
    let (text, _) = try written(token, "~")
    switch shape {
    case .text, .any: return .contains(path, ExactString(text))
    case .number, .time, .list, .object, .named:
      throw ConditionFault(
        column: token.column, what: "`~` finds a part of a text, and `\(path)` is \(shape.kind).",
        fix: "use \(ComparisonSign.known)")
    }
  }

  /// The text of a value on the right side of a sign.
  private func written(
    _ token: ConditionScanner.Token, _ sign: String
  ) throws(ConditionFault) -> (text: String, isQuoted: Bool) {
    switch token.kind {
    case .word(let word): return (word, false)
    case .quoted(let quoted): return (quoted, true)
    default:
      throw ConditionFault(
        column: token.column, what: "`\(path) \(sign)` is followed by no value.",
        fix: "write a value, in quotes where it is more than a word")
    }
  }

  /// The beginning of a day in UTC; nil for a text that is not a date alone.
  private static func beginning(ofDay text: String) -> Timestamp? {
    text.utf8.count == 10 ? DeviceTime(rfc3339: text + "T00:00:00Z")?.moment : nil
  }

  /// Parses the right side of a comparison as the kind of the left side.
  private func operand(
    _ token: ConditionScanner.Token, _ sign: ComparisonSign
  ) throws(ConditionFault) -> Condition.Operand {
    let (text, isQuoted) = try written(token, sign.rawValue)
    if text == "null", !isQuoted {
      guard !sign.asksForOrder else {
        throw ConditionFault(column: token.column, what: "`null` has no order.", fix: "use == or !=")
      }
      return .null
    }
    return try operand(ExactString(text), isQuoted: isQuoted, at: token.column, sign)
  }

  private func operand(
    _ text: ExactString, isQuoted: Bool, at column: Int, _ sign: ComparisonSign
  ) throws(ConditionFault) -> Condition.Operand {
    func fault(_ what: String, _ fix: String) -> ConditionFault { ConditionFault(column: column, what: what, fix: fix) }
    switch shape {
    case .number:
      guard let number = Int(text.string), text.string.utf8.first != UInt8(ascii: "+") else {
        throw fault("`\(path)` is a number, and `\(text)` is none.", "compare it with a whole number")
      }
      return .number(number)
    case .time:
      if let day = Self.beginning(ofDay: text.string) {
        guard sign.asksForOrder else {
          throw fault(
            "`\(text)` is a day, and `\(path)` is a moment.",
            "write `\(path) >= \(text) and \(path) < ` the day after, or a time such as \(text)T08:00:00Z")
        }
        return .time(day)
      }
      guard let time = DeviceTime(rfc3339: text.string) else {
        throw fault(
          "`\(path)` is a time, and `\(text)` is none.",
          "write one with its zone, such as 2026-03-02T08:00:00Z, or a day of UTC, such as 2026-03-02")
      }
      return .time(time.moment)
    case .text:
      if !isQuoted, text.string.contains("."), Self.isName(text.string) {
        throw fault("`\(text)` is the name of a value.", "compare with a text; put it in quotes if it is one")
      }
      guard sign.asksForOrder else { return .text(text) }
      guard let version = AppVersion(text.string) else {
        throw fault("`\(text)` is not a version, and other texts have no order.", "use == or !=, or write a version")
      }
      return .version(version)
    case .any:
      let (number, version) = (isQuoted ? nil : Int(text.string), AppVersion(text.string))
      guard !sign.asksForOrder || number != nil || version != nil else {
        throw fault(
          "`\(text)` is neither a number nor a version, and other texts have no order.", "use == or !=, or write one")
      }
      return .any(text, number: number, version: version)
    case .list, .object, .named:
      let names = shape.names.isEmpty ? "" : ": " + Self.list(shape.names.map { path.appending($0).names.last ?? $0 })
      throw fault(
        "`\(path)` is \(shape.kind), and is compared with one.",
        "compare a value below it\(names); or ask whether it is there, with `\(path) != null`")
    }
  }
}
