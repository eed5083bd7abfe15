package import Herald

/// A rule that is an experiment without an update to measure.
package struct UnmeasuredRule: Sendable {
  package let rule: ExactString
  package let why: Outcome

  /// The rule with the reason.
  package var sentence: String { "\(rule.string.shown): nothing to measure, \(why.whyNot)." }

  /// Writes the rule as one object, with the members of an experiment that a program may look at.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("target", ExactString?.none)
      $0.member("question", ExactString?.none)
      $0.member("verdict", "nothingToMeasure")
      $0.member("why", "\(why.word)")
      $0.member("says", sentence)
      for name: StaticString in ["arms", "comparisons", "cautions"] { $0.member(name, [Int]()) { $0.integer($1) } }
    }
  }
}
