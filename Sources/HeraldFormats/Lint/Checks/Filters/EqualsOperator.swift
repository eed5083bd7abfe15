import Herald

extension LintCheck {
  static let equalsOperator = LintCheck(
    "equalsOperator", .warning, "an operator `=`, which does not exist",
    filter: { linted in
      for part in linted.parts where part.hasEqualsOperator {
        let text = part.part.equalText ?? ""
        return linted.finding(
          "There is no operator `=`, as in \(quoted(part.written)).",
          why: "the part is compared letter for letter with the value, its `=` included",
          fix: fix(String(Substring(text.utf8.drop { $0 == UInt8(ascii: "=") })), sign: part.sign))
      }
      return nil
    })

  /// - Parameter text: the text after `=`.
  private static func fix(_ text: String, sign: String) -> String {
    switch text.first {
    case nil: "write the value alone"
    case "<", ">": "write \(quoted("\(sign)\(text.prefix(1))=\(text.dropFirst())"))"
    default: "write \(quoted(sign + text)), which must equal the whole value"
    }
  }
}

extension LintedPart {
  /// True if the part begins with the operator `=`, which does not exist.
  var hasEqualsOperator: Bool { part.equalText?.utf8.first == UInt8(ascii: "=") }
}
