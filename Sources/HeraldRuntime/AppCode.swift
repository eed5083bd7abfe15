package import Herald

/// Faults in an app that embeds Herald, such as an event that is lost.
package enum AppCode: String, ExplainedCode {
  case severalInstallations, eventLost, ledgerSetAside, nothingRenewed, noPresenter

  package static let kind = "trouble in an app that embeds Herald"

  package var explanation: CodeExplanation {
    switch self {
    case .severalInstallations:
      CodeExplanation(
        "The ledger is not one installation's.",
        when: "An app opens a fleet's ledger.",
        fix: "Give each installation a file of its own.")
    case .eventLost:
      CodeExplanation(
        "An event was not kept.",
        when: "Neither ledger nor memory could take it.",
        fix: "Free space; what is decided from then on may differ.")
    case .ledgerSetAside:
      CodeExplanation(
        "A damaged ledger was renamed, and a new one begun.",
        when: "The app chose so, and SQLite could not read the file.",
        fix: "Keep the renamed file: what the device saw before is in it alone.")
    case .nothingRenewed:
      CodeExplanation(
        "The signature of an answer without a document renewed nothing.",
        when: "It is one of another document, of an unknown key, or has expired. The policy in force keeps its expiry.",
        fix: "Publish document and signature together; look at them with `herald verify`.")
    case .noPresenter:
      CodeExplanation(
        "A prompt came up, and nobody shows it.",
        when: "A program without a window was started without a terminal, such as by a service or in a pipe.",
        fix: "Start it in a terminal, or make the installation with a presenter.")
    }
  }
}
