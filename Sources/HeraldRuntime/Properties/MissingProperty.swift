package import Herald
import HeraldFormats

/// A property that rules read and the device lacks.
package struct MissingProperty {
  package let name: String
  /// The rules that read it.
  private(set) var rules: [Rule]

  /// The missing properties in the order in which rules read them.
  package static func all(in explanation: Explanation) -> [MissingProperty] {
    var missing: [MissingProperty] = []
    for rule in explanation.rules {
      for test in rule.tests {
        for comparison in test.comparisons where isMissing(comparison, of: test.test, in: rule.rule) {
          if let known = missing.firstIndex(where: { $0.name == comparison.subject }) {
            if missing[known].rules.last !== rule.rule { missing[known].rules.append(rule.rule) }
          } else {
            missing.append(MissingProperty(name: comparison.subject, rules: [rule.rule]))
          }
        }
      }
    }
    return missing
  }

  private static func isMissing(_ comparison: Comparison, of test: RuleTest, in rule: Rule) -> Bool {
    guard comparison.basis == .launch, comparison.found == nil else { return false }
    // A comparison of something that follows from properties, such as a change of version, names none that could be given.
    if let read = test.properties(of: rule) {
      let names = comparison.subject.split(separator: " or ").map { ExactString(String($0)) }
      guard names.allSatisfy(read.contains) else { return false }
    }
    // An app that isn't installed has no property, and texts for every language need none.
    if comparison.subject.hasPrefix("installed.") { return false }
    return comparison.subject != "deviceLanguage" || !comparison.passed || rule.descriptions.entries.count > 1
  }

  /// The finding about it.
  ///
  /// - Parameters:
  ///   - policy: the policy's name in the message; nil without one.
  ///   - fix: says how to give a property by its name.
  package func diagnostic(in policy: String?, fix: (_ name: String) -> String) -> Diagnostic {
    // The name may be several names with `or` between them, because one of them is enough.
    let either = name.split(separator: " or ").map(String.init)
    let names = rules.prefix(3).map { "`\($0.id)`" }.joined(separator: ", ") + (rules.count > 3 ? ", …" : "")
    return Diagnostic(
      PropertyCode.missingProperty, .warning,
      what: either.map { "`\($0)`" }.joined(separator: " or ")
        + " is not given, and \(names) ask\(rules.count == 1 ? "s" : "") for it.",
      file: policy, place: rules.first?.source.place, why: "a missing property counts as empty",
      fix: "give it with " + either.map(fix).joined(separator: " or "))
  }
}

/// Faults of a device's properties.
package enum PropertyCode: String, ExplainedCode {
  case missingProperty, unknownProperty

  package static let kind = "what a device says of itself"

  package var explanation: CodeExplanation {
    switch self {
    case .missingProperty:
      CodeExplanation(
        "The policy asks for a property that the device does not have.",
        when: "A missing property counts as empty.",
        fix: "Give it at the launch, or with `--property`.")
    case .unknownProperty:
      CodeExplanation(
        "A property is none that Herald knows.",
        when: "It is the app's own, or misspelt.",
        fix: "Check its spelling, or begin it with `x-`.")
    }
  }

  /// The finding about a name that is probably misspelt; nil for any other, because an app may have names of its own.
  package static func misspelt(_ name: String, _ severity: Diagnostic.Severity) -> Diagnostic? {
    KnownProperties.meant(by: name).map { meant in
      Diagnostic(
        Self.unknownProperty, severity, what: "Unknown property `\(name)`.",
        why: "a policy may use any name, but rarely uses this one", fix: "did you mean `\(meant)`?")
    }
  }
}
