import Herald

extension LintCheck {
  static let wildcardMatchesMoreVersions = LintCheck(
    "wildcardMatchesMoreVersions", .note, "`6.2*`, which matches `6.20` too",
    filter: { linted in
      guard linted.isAboutVersions else { return nil }
      for part in linted.parts {
        guard let version = part.part.version(before: "*"),
          [".0", "0", "1"].allSatisfy({ linted.matches(version + $0) != part.part.excludes })
        else { continue }
        return linted.finding(
          "\(quoted(part.written)) matches `\(version)0` and `\(version)1` too.",
          why: "`*` stands for any run of characters, digits too",
          fix: "for `\(version)` alone write `\(part.sign)\(version),\(part.sign)\(version).*`")
      }
      return nil
    })
}
