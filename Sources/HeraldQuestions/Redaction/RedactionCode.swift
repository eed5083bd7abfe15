package import Herald

/// Problems of redacting a log, and the changes that it caused.
package enum RedactionCode: String, ExplainedCode {
  case shortKey, changedByRedaction, documentKept

  package static let kind = "trouble with a log that is redacted (`export --redact`)"

  package var explanation: CodeExplanation {
    switch self {
    case .shortKey:
      CodeExplanation(
        "A key is too short.",
        when: "It has under 16 bytes, and can be guessed.",
        fix: "Make one with `head -c 32 /dev/urandom`.")
    case .changedByRedaction:
      CodeExplanation(
        "Decisions or states of the redacted log differ from the original's.",
        when: "They rest on a property that was left out, or on a time that was rounded.",
        fix: "Keep what they rest on with `--keep`, or tell the readers of the export.")
    case .documentKept:
      CodeExplanation(
        "A document may hold a person's data.",
        when: "It answers a login or is not a policy, and documents are told byte for byte.",
        fix: "Read it before you share the export.")
    }
  }
}
