import Herald

/// A verdict in words, for people.
extension AuditVerdict {
  /// The showing of a prompt, compared with the decision.
  package var words: String {
    switch self {
    case .justified: "as decided"
    case .unjustified: "not as decided"
    case .missed: "decided, but not shown"
    case .open: "decided, and the log ends"
    }
  }

  /// A sign beside the words, because colour alone must not carry the meaning.
  package var sign: String {
    switch self {
    case .justified: "✓"
    case .unjustified: "✗"
    case .missed: "○"
    case .open: "…"
    }
  }
}
