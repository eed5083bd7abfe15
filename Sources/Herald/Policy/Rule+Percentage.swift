extension Rule {
  /// Hundredths of a percent as a document writes them: `12.5` for 1250.
  package static func percentage(_ hundredths: Int) -> String {
    let fraction = hundredths % 100
    let digits = fraction % 10 == 0 ? "\(fraction / 10)" : "\(fraction / 10)\(fraction % 10)"
    return "\(hundredths / 100)" + (fraction == 0 ? "" : ".\(digits)")
  }

  /// The same with its sign, such as `12.5 %`.
  package static func percent(_ hundredths: Int) -> String { "\(percentage(hundredths)) %" }
}
