import Herald

extension LintCheck {
  static let sameLanguage = LintCheck(
    "sameLanguage", .warning, "one language under two keys",
    texts: { linted in
      var firsts: [ExactString: ExactString] = [:]
      // Entries are sorted, and the first of equal keys counts.
      return linted.descriptions.entries.compactMap { entry in
        guard let first = firsts[ExactString(entry.tag)] else {
          firsts[ExactString(entry.tag)] = entry.key
          return nil
        }
        return linted.finding(
          at: "/\(JSONPointer.token(entry.key.string))",
          "The languages \(quoted(entry.key.string)) and \(quoted(first.string)) are one.",
          why: "case, and `_` for `-`, make no difference: devices that write neither get \(quoted(first.string))",
          fix: "keep one of them")
      }
    })
}
