import Herald

extension LintCheck {
  static let misspeltProperty = LintCheck(
    "misspeltProperty", .warning, "a property that is nearly a known one",
    filter: { linted in
      guard let meant = KnownProperties.meant(by: linted.property.string) else { return nil }
      return linted.finding(
        "No device sends a property \(quoted(linted.property.string)).",
        why: "a property that is missing is compared as the empty text", fix: "did you mean `\(meant)`?")
    })
}
