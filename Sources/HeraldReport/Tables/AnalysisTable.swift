/// The tables that a log becomes for analysis. Their names are those of the views in every ledger too.
public enum AnalysisTable: String, CaseIterable, Sendable {
  /// Each event, its common fields in columns.
  case events
  /// Each decision, with its reason and trigger.
  case decisions
  /// Each showing of a prompt, with its answer and what followed.
  case prompts
  /// Each change of the app's version, and what led to it.
  case updates
  /// Each installation in its last state.
  case installations
  /// Each rule of each document: looked at, shown, answered, accepted, blocked by each test.
  case rules
  /// Each document that arrived.
  case documents
}
