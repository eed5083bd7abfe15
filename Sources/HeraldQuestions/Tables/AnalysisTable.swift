package import Herald

/// The tables for analysis that are made of a log. A ledger has views of the same names.
public enum AnalysisTable: String, CaseIterable, Hashable, Sendable {
  /// Each event, its common fields in columns.
  case events
  /// Each decision, with its reason and trigger.
  case decisions
  /// Each showing of a prompt, with its answer and the update that followed.
  case prompts
  /// Each change of the app's version, and its cause.
  case updates
  /// Each installation in its last state.
  case installations
  /// Each rule of each document: looked at, shown, answered, accepted, blocked by each test.
  case rules
  /// Each document that arrived.
  case documents
}

extension AnalysisTable {
  /// The meaning of a row, in one sentence.
  package var sentence: String {
    switch self {
    case .events: "One row an event, its common fields in columns."
    case .decisions: "One row a decision: what was asked for, and why something or nothing was shown."
    case .prompts: "One row a showing of a prompt, with its answer and the change of version that followed."
    case .updates: "One row a launch with another version of the app than the launch before, and what led to it."
    case .installations: "One row an installation: its state after its last event, and how often what happened."
    case .rules: "One row a rule of a document that was in force: looked at, shown, answered, and what blocked it."
    case .documents: "One row a document that arrived, under each format that it was read as."
    }
  }

  /// The names of the columns that identify a row: no two rows have the same values in all of them.
  package var key: [String] {
    switch self {
    case .events, .decisions, .prompts, .updates: ["source", "revision"]
    case .installations: ["source"]
    case .rules: ["digest", "rule"]
    case .documents: ["digest", "format"]
    }
  }

  /// The order in which the rows come.
  package var order: String {
    switch self {
    case .events, .decisions, .updates:
      "As the log or ledger has the events. A ledger goes installation by installation; a log with more than 16384 of "
        + "them goes through the first 16384 to appear, then the next."
    case .prompts:
      "A showing's row comes once nothing more can follow from it and those before: after a change of version and a "
        + "launch on its target, else with the installation's end. The rows of one installation are in the order of "
        + "its revisions."
    case .installations: "As the installations first appear."
    case .rules: "By digest, none first, then by rule, both as their UTF-8 bytes compare."
    case .documents: "By digest, then by format, both as their UTF-8 bytes compare."
    }
  }

  /// The columns in their order.
  package var columns: [ColumnDescription] {
    switch self {
    case .events: EventRow.columns.map(\.description)
    case .decisions: DecisionRow.columns.map(\.description)
    case .prompts: PromptRow.columns.map(\.description)
    case .updates: UpdateRow.columns.map(\.description)
    case .installations: InstallationRow.columns.map(\.description)
    case .rules: RuleRow.columns.map(\.description)
    case .documents: DocumentRow.columns.map(\.description)
    }
  }
}

/// A row of a table.
package protocol TableRow: Sendable {
  static var table: AnalysisTable { get }
  /// The columns in their order. A new column is added at the end, here and on the page `Tables`.
  static var columns: [Column<Self>] { get }
  /// Calls `body` with the values in the order of the columns. Don't implement it: it is a requirement only so that
  /// the compiler specializes it for each kind of row.
  func eachCell(_ body: (Cell) -> Void)
  /// The device's properties at the moment of the row; nil for a table without ``PropertyColumns``.
  var device: Profile? { get }
}

extension TableRow {
  package func eachCell(_ body: (Cell) -> Void) {
    let columns = Self.columns
    // By index, because a column that the loop binds is copied, each of its texts retained. Bench row 11: 9 %.
    for index in columns.indices { body(columns[index].cell(self)) }
  }

  package var device: Profile? { nil }

  /// The values in the order of the columns.
  package var cells: [Cell] { Self.columns.map { $0.cell(self) } }
}

/// A receiver of rows.
package protocol TableSink {
  /// Receives a row. Rows of one table come in ``AnalysisTable/order``, rows of several tables interleaved.
  mutating func append<Row: TableRow>(_ row: Row) throws
}
