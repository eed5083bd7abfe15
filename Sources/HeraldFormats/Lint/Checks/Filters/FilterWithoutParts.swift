import Herald

extension LintCheck {
  static let filterWithoutParts = LintCheck(
    "filterWithoutParts", .note, "a filter that asks nothing",
    filter: { linted in
      guard linted.owner != .reviewVersions, linted.filter.parts.isEmpty else { return nil }
      return linted.finding(
        "The filter \(quoted(linted.filter.text)) on \(quoted(linted.property.string)) asks nothing.",
        why: "a text without parts matches every device",
        fix: "leave it out, or write `''` for devices that send no value")
    })
}
