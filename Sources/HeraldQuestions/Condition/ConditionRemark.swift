package import Herald

/// A remark on a condition that was answered: a name that no event has, or another way to ask.
package struct ConditionRemark: Hashable, Sendable {
  /// The remark's code.
  let code: ConditionCode
  /// The name that is remarked on.
  package let name: ExactString
  /// The name that was probably meant; nil without one.
  package let near: ExactString?
  private let finding: Finding

  /// The most names that a remark lists.
  private static let mostListed = 10

  private init(_ code: ConditionCode, _ name: ExactString, near: ExactString? = nil, _ finding: Finding) {
    (self.code, self.name, self.near, self.finding) = (code, name, near, finding)
  }

  static func unseenProperty(_ name: ExactString, near: ExactString?, known: [ExactString]) -> Self {
    Self(
      .unseenProperty, name, near: near,
      Finding(
        "No event that was asked has the property `\(name.string.shown)`.",
        why: "it is missing everywhere, and the condition was answered so",
        fix: fix("properties", near, known)))
  }

  static func unseenRule(_ name: ExactString, near: ExactString?, known: [ExactString]) -> Self {
    Self(
      .unseenRule, name, near: near,
      Finding(
        "No policy and no event that was asked knows the rule `\(name.string.shown)`.",
        why: "it was never there to be shown, and the condition was answered so",
        fix: fix("rules", near, known.filter { $0 != Prompt.pushRule })))
  }

  static func unseenDraw(_ name: ExactString, near: ExactString?, known: [ExactString]) -> Self {
    Self(
      .unseenDraw, name, near: near,
      Finding(
        "No policy that was asked draws a number for `\(name.string.shown)`.",
        why: "no decision looks at the number that it was answered with",
        fix: fix("names of draws", near, known)))
  }

  /// - Parameter field: the value's field, such as `user`.
  static func unseenValue(_ value: ExactString, of field: FieldPath, near: ExactString?, known: [ExactString]) -> Self {
    Self(
      .unseenValue, value, near: near,
      Finding(
        "No event that was asked has `\(value.string.shown)` as `\(field.description.shown)`.",
        why: "values are compared letter by letter, and none is equal",
        fix: fix("values", near, known)))
  }

  /// - Parameter known: all words that the value can have.
  static func impossibleWord(
    _ word: ExactString, of field: FieldPath, near: ExactString?, known: [ExactString]
  ) -> Self {
    Self(
      .unseenValue, word, near: near,
      Finding(
        "`\(field.description.shown)` is never `\(word.string.shown)`.",
        why: "its words are a closed list, and the condition was answered so", fix: fix("words", near, known)))
  }

  /// - Parameter known: the types that Herald knows, and the types of the events.
  static func unseenType(_ type: ExactString, near: ExactString?, known: [ExactString]) -> Self {
    Self(
      .unseenValue, type, near: near,
      Finding(
        "No event that was asked has the type `\(type.string.shown)`, and Herald knows no such type.",
        why: "nothing was asked after an event of this type", fix: fix("types", near, known)))
  }

  /// - Parameter user: a part of a name.
  static func unseenUser(_ user: ExactString, near: ExactString?, known: [ExactString]) -> Self {
    Self(
      .unseenValue, user, near: near,
      Finding(
        "No user that was asked about has `\(user.string.shown)` in the name.",
        why: "no installation had such a user by then", fix: fix("users", near, known)))
  }

  static func nothingOnScreen(_ rule: ExactString) -> Self {
    let path = FieldPath(["records", rule, "shown"])
    return Self(
      .nothingOnScreen, rule,
      Finding(
        "No prompt of `\(rule.string.shown)` is on the screen at the moment that was asked about.",
        why: "`visible` is gone once a prompt was answered, or the app was launched again",
        fix: "ask whether it held at any time, or for all who were shown it: `\(path) > 0`"))
  }

  private static func fix(_ kind: String, _ near: ExactString?, _ known: [ExactString]) -> String {
    if let near { return "did you mean `\(near.string.shown)`?" }
    if known.isEmpty { return "the events have no \(kind)" }
    let more = known.count > mostListed ? " and \((known.count - mostListed).grouped) more" : ""
    return "the \(kind) are \(known.prefix(mostListed).map(\.string.shown).joined(separator: ", "))\(more)"
  }

  /// The remark as a finding that refuses nothing.
  var diagnostic: Diagnostic { Diagnostic(code, code == .nothingOnScreen ? .note : .warning, finding) }

  /// The remark in sentences.
  package var words: String {
    "\(finding.what) \(finding.fix.prefix(1).uppercased())\(finding.fix.dropFirst())"
      + (finding.fix.hasSuffix("?") ? "" : ".")
  }
}

/// The codes of remarks on conditions.
package enum ConditionCode: String, ExplainedCode {
  case unseenProperty, unseenRule, unseenDraw, unseenValue, nothingOnScreen

  package static let kind = "remark on a condition"

  package var explanation: CodeExplanation {
    switch self {
    case .unseenProperty:
      CodeExplanation(
        "A condition names a property that no event has.",
        when: "No launch among the events that were asked has it, so it is missing everywhere.",
        fix: "Write the name as the devices send it; the remark says which is near, or which there are.")
    case .unseenRule:
      CodeExplanation(
        "A condition names a rule that no policy and no event knows.",
        when: "No accepted document among the events that were asked has it, and it was never shown.",
        fix: "Write the id with its kind, such as `update:7`; the remark says which is near, or which there are.")
    case .unseenDraw:
      CodeExplanation(
        "A condition names a drawn number that no policy looks at.",
        when: "No accepted document has this rule with a roll-out or variants, or this holdout.",
        fix: "Write `update:7`, `variant:update:7` or `holdout:NAME`; the remark says which there are.")
    case .unseenValue:
      CodeExplanation(
        "A condition asks for a value that no event has: of a property, a user, or a word.",
        when: "A condition compares with it, or `--user` names it, and no event that was asked has it; or it is a "
          + "word, such as a reason or a type of events, that is never written.",
        fix: "Write the value as the events have it; the remark says which is near, or which there are.")
    case .nothingOnScreen:
      CodeExplanation(
        "A condition asks for a prompt on the screen, and there is none at that moment.",
        when: "Prompts of the rule were answered, or the app was launched again since.",
        fix: "Ask with `--ever`, or for `records[\"update:7\"].shown > 0`.")
    }
  }
}

extension [ConditionRemark] {
  /// Appends `"remarks":[…]`; nothing where there are none.
  func write(into output: inout JSONWriter) {
    if isEmpty { return }
    output.member("remarks", self) { output, remark in
      output.object {
        $0.member("code", remark.code.name)
        $0.member("name", remark.name)
        $0.member("near", remark.near)
        $0.member("text", remark.words)
      }
    }
  }
}
