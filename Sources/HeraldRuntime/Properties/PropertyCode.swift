package import Herald
import HeraldFormats

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
