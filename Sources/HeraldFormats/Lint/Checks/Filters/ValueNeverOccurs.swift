import Herald

extension LintCheck {
  static let valueNeverOccurs = LintCheck(
    "valueNeverOccurs", .warning, "a value that the property never has",
    filter: { linted in
      guard let all = KnownProperties.allValues(of: linted.property) else { return nil }
      let values = all.map { PropertyValue(ExactString($0)) }
      let stray = linted.parts.first { part in
        (part.part.equalText != nil || part.part.isWildcard) && !values.contains { part.part.pattern.matches($0) }
      }
      guard let stray else { return nil }
      let list = all.map { "`\($0)`" }.joined(separator: ", ")
      return linted.finding(
        "\(quoted(linted.property.string)) is never \(quoted(stray.writtenBody)).", why: "devices send \(list)",
        fix: Spelling.suggestion(for: stray.writtenBody, among: Set(all)) ?? "write one of \(list)")
    })
}
