import Herald

extension LintCheck {
  static let bareVersion = LintCheck(
    "bareVersion", .note, "a version to equal that misses its longer spelling",
    filter: { linted in
      guard linted.isAboutVersions else { return nil }
      for part in linted.parts {
        guard let text = part.part.equalText, isShort(text), linted.matches(text) != linted.matches(text + ".0") else {
          continue
        }
        return linted.finding(
          "\(quoted(text)) does not match `\(text).0`.", why: "without an operator the text must equal the value",
          fix: "where both occur write `\(part.sign)\(text),\(part.sign)\(text).0`")
      }
      return nil
    })

  /// True if the version has one or two numbers, where others add a `.0`.
  private static func isShort(_ text: String) -> Bool {
    AppVersion(normalized: text) != nil && text.isPlainVersion
      && text.utf8.count(where: { $0 == UInt8(ascii: ".") }) < 2
  }
}
