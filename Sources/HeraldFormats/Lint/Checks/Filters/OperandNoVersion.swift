import Herald

extension LintCheck {
  static let operandNoVersion = LintCheck(
    "operandNoVersion", .warning, "a comparison with something that is not a version",
    filter: { linted in
      for part in linted.parts {
        guard let operand = part.part.operand, AppVersion(normalized: operand) == nil else { continue }
        // Two comparisons in one part have a finding of their own.
        if linted.isAboutNumbers, MistakenRange(part) != nil { continue }
        let repaired = version(in: operand).map { part.part.text.dropLast(operand.count) + $0 }
        return linted.finding(
          operand.isEmpty
            ? "Nothing stands behind the operator of \(quoted(part.written))."
            : "\(quoted(operand)) in \(quoted(part.written)) is not a version.",
          why: part.part.excludes
            ? "the part matches nothing, so it excludes nothing" : "the part matches nothing, whatever the device has",
          fix: repaired.map { "write \(quoted($0))" } ?? "write numbers between dots, such as `2.10`")
      }
      return nil
    })

  /// The version that `v2`, `2.*`, `2.x` or `1.0rc1` probably means; nil for other texts.
  private static func version(in operand: String) -> String? {
    let text = operand.utf8.drop { $0 == UInt8(ascii: "v") }
    var digits = text.prefix { (48...57).contains($0) || $0 == UInt8(ascii: ".") }
    let rest = String(Substring(text.dropFirst(digits.count)))
    while digits.last == UInt8(ascii: ".") { digits.removeLast() }
    let isStage = ["alpha", "beta", "rc", "pre", "dev"].contains { rest.utf8.starts(with: $0.utf8) }
    guard isStage || rest.utf8.allSatisfy("*.x".utf8.contains) else { return nil }
    let version = String(Substring(digits)) + (isStage ? "-" + rest : "")
    return AppVersion(normalized: version) == nil ? nil : version
  }
}
