import Herald

/// A yes or a no of a document, as servers in many languages write it.
///
/// All formats but Herald's own read it alike: `False` of a server in Python is a no, and never a text that says yes.
enum Flag: Hashable {
  case yes, no
  /// No value, `null` or an empty text.
  case absent
  case unreadable

  init(_ node: JSONNode?) {
    switch node?.value {
    case nil, .null: self = .absent
    case .bool(let bool): self = bool ? .yes : .no
    case .number(let text): self = Self.number(text)
    case .string(let text): self = Self.text(text.trimmed)
    case .array, .object: self = .unreadable
    }
  }

  private static func text(_ text: String) -> Flag {
    switch text.lowercased() {
    case "": .absent
    case "true", "yes", "y": .yes
    case "false", "no", "n": .no
    default: number(text)
    }
  }

  private static func number(_ text: String) -> Flag {
    DecimalNumber(json: text).map { $0 == .zero ? .no : .yes } ?? .unreadable
  }

  /// The advice for a value that is neither.
  static let fix = "write true or false"
}

extension ObjectDocument {
  /// A flag that decides whether there is a rule; nil where it is absent.
  ///
  /// - Throws: `invalidDocument` for a value that is neither yes nor no.
  func decidingFlag(_ node: JSONNode?, at pointer: String, named name: String) throws(Refused) -> Bool? {
    switch Flag(node) {
    case .yes: return true
    case .no: return false
    case .absent: return nil
    case .unreadable:
      throw refused(
        .invalidDocument, at: pointer, "`\(name)` is \(quoted(node?.canonical ?? "")), which is neither yes nor no.",
        why: "it says whether there is an update", fix: Flag.fix)
    }
  }

  /// A flag that counts as absent where it cannot be read, with a finding.
  mutating func flag(_ node: JSONNode?, at pointer: String, named name: String) -> Bool {
    switch Flag(node) {
    case .yes: return true
    case .no, .absent: return false
    case .unreadable:
      record(
        .invalidFlag, .error, at: pointer,
        "`\(name)` is \(quoted(node?.canonical ?? "")), which is neither yes nor no.",
        why: "what cannot be read counts as absent", fix: Flag.fix)
      return false
    }
  }
}

extension ValueShape {
  /// The values that ``Flag`` reads.
  static let flag = ValueShape.either([.boolean, .anyNumber, .form(.flag)], name: words)

  /// The values that ``Flag`` reads as a yes or a no, and not as absent.
  static let saidFlag = ValueShape.either([.boolean, .anyNumber, .form(.saidFlag)], name: words)

  /// All values but lists and objects, where a text that ``Flag`` cannot read counts as absent.
  static let lenientFlag = ValueShape.either([.boolean, .anyNumber, .text], name: words)

  private static let words = #"true or false, also as 1 or 0, or as a text such as "Yes" or "N""#
}

extension TextForm {
  private static func flag(_ texts: [String]) -> String {
    "^\(blank)*(?:\(texts.joined(separator: "|")))\(blank)*$"
  }

  private static let fraction = #"(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?"#

  private static let said = [
    "[Tt][Rr][Uu][Ee]", "[Yy](?:[Ee][Ss])?", "[Ff][Aa][Ll][Ss][Ee]", "[Nn][Oo]?", "-?(?:0|[1-9][0-9]*)" + fraction,
  ]

  /// A text that ``Flag`` reads; an empty one counts as absent.
  static let flag = TextForm(#"a text such as "Yes" or "N""#, pattern: flag([""] + said))

  /// A text that ``Flag`` reads as a yes or a no.
  static let saidFlag = TextForm(#"a text such as "Yes" or "N""#, pattern: flag(said))

  /// A text that ``Flag`` reads as a yes.
  static let flagOfYes = TextForm(
    #"a text such as "Yes""#,
    pattern: flag(["[Tt][Rr][Uu][Ee]", "[Yy](?:[Ee][Ss])?", "-?(?=[0-9.]*[1-9])(?:0|[1-9][0-9]*)" + fraction]))
}
