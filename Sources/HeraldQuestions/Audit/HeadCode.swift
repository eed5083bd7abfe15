package import Herald

/// The reasons why a head cannot be compared with a ledger's chain.
package enum HeadCode: String, ExplainedCode {
  case noChain, noHead

  package static let kind = "trouble with a ledger"

  package var explanation: CodeExplanation {
    switch self {
    case .noChain:
      CodeExplanation(
        "A head was given, and the log has no chain.",
        when: "Only a ledger carries one.",
        fix: "Audit the ledger.")
    case .noHead:
      CodeExplanation(
        "A line is not a head.",
        when: "It lacks `source`, `revision` or a `chain` of 64 hex digits.",
        fix: "Give what `herald export LEDGER --heads` printed.")
    }
  }
}
