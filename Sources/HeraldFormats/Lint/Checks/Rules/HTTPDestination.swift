import Herald

extension LintCheck {
  static let httpDestination = LintCheck(
    "httpDestination", .warning, "a link that is not encrypted",
    rule: { linted in
      ["targetWebsiteUrl", "targetPackageUrl"].compactMap { key in
        guard let text = linted.value(key)?.string?.trimmed, text.lowercased().utf8.starts(with: "http:".utf8) else {
          return nil
        }
        return linted.finding(
          at: "/\(key)", "The link \(quoted(text)) is not encrypted.",
          why: "anybody in between can put another page or package in its place", fix: "write https")
      }
    })
}
