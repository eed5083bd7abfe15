package import Herald

/// Faults of an inbox.
package enum InboxCode: String, ExplainedCode {
  case inboxFailed, badRecord

  package static let kind = "trouble in an app that embeds Herald"

  package var explanation: CodeExplanation {
    switch self {
    case .inboxFailed:
      CodeExplanation(
        "The inbox of extensions failed.",
        when: "Its file cannot be read or written.",
        fix: "Check the folder that app and extension share.")
    case .badRecord:
      CodeExplanation(
        "A record of the inbox is not an event.",
        when: "Something else wrote to it.",
        fix: "Let `Inbox` alone write to it.")
    }
  }
}
