import Herald

extension LintCheck {
  static let emptyPlaceholder = LintCheck(
    "emptyPlaceholder", .warning, "a placeholder that may have no value",
    rule: { linted in
      let deadline = linted.rule.pacing.deadline
      return RulePlaceholders(in: linted.node).texts.flatMap { pointer, text in
        Placeholder.all(in: text).compactMap { placeholder -> LintFinding? in
          guard let (why, fix) = reason(placeholder, linted.rule, deadline) else { return nil }
          return linted.finding(
            at: pointer, "`\(placeholder.written)` of \(linted.name) may be empty.", why: why, fix: fix)
        }
      }
    })

  private static func reason(
    _ placeholder: Placeholder, _ rule: Rule, _ deadline: Deadline?
  ) -> (why: String, fix: String)? {
    switch placeholder {
    case .installed: return nil
    case .version:
      guard rule.targetVersion == nil else { return nil }
      return ("the rule has no `targetVersion`", "add `targetVersion`, or write the version")
    case .deadline, .days:
      guard let deadline else { return ("the rule has no `deadline`", "add a `deadline`, or write the date") }
      guard deadline.at == nil || deadline.grace != nil else { return nil }
      let isNever = deadline.at == nil && deadline.afterFirstShown == nil
      return (
        isNever
          ? "a deadline that counts deferrals alone has no date"
          : "before the first showing nothing has begun that the deadline is counted from",
        "add `at` without `graceInHours`, or leave `\(placeholder.written)` out"
      )
    }
  }

  static let unknownPlaceholder = LintCheck(
    "unknownPlaceholder", .warning, "a word in braces that is nearly a placeholder",
    rule: { linted in
      RulePlaceholders(in: linted.node).texts.flatMap { pointer, text in
        words(in: text).compactMap { word -> LintFinding? in
          guard Placeholder(rawValue: word) == nil,
            let meant = Spelling.nearest(to: word, among: Set(Placeholder.allCases.map(\.rawValue)))
          else { return nil }
          return linted.finding(
            at: pointer, "`{\(word)}` is not a placeholder.", why: "it stands on the screen as it is written",
            fix: "did you mean `{\(meant)}`?")
        }
      }
    })

  /// The words of letters in braces, such as `deadlin` in `until {deadlin}`.
  private static func words(in text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "{")).dropFirst(text.utf8.first == UInt8(ascii: "{") ? 0 : 1).compactMap {
      guard let end = $0.firstIndex(of: UInt8(ascii: "}")), end > $0.startIndex else { return nil }
      let word = String(Substring($0[..<end]))
      return word.utf8.count >= 3 && word.utf8.allSatisfy { (65...90).contains($0) || (97...122).contains($0) }
        ? word : nil
    }
  }
}
