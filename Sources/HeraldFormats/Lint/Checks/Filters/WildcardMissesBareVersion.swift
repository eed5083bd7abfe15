import Herald

extension LintCheck {
  static let wildcardMissesBareVersion = LintCheck(
    "wildcardMissesBareVersion", .warning, "`6.1.*`, which does not match `6.1`",
    filter: { linted in
      guard linted.isAboutVersions else { return nil }
      for part in linted.parts {
        guard let version = part.part.version(before: ".*"), linted.matches(version) != linted.matches(version + ".0")
        else { continue }
        return linted.finding(
          "\(quoted(part.written)) does not match `\(version)` itself.", why: "the dot before `*` must be there",
          fix: "write `\(part.sign)\(version),\(part.sign)\(version).*`")
      }
      return nil
    })
}
