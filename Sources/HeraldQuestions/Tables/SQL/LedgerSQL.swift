import Herald
import HeraldLog

/// The tables and views for analysis in a ledger, made of the columns.
///
/// Other programs read the views. DuckDB takes the text of a view for its own SQL, and SQLite knows the type of a column
/// only where a view names a column of a table. So a view lists columns and computes nothing. The tables have rowids,
/// which DuckDB counts.
enum LedgerSQL {
  /// Tables that are filled from each installation's replay.
  static let ofStreams: [AnalysisTable] = [.decisions, .prompts, .updates, .installations]
  /// Tables that add up over all installations.
  static let ofAll: [AnalysisTable] = [.rules, .documents]
  /// All tables. Rows of events are only added: an event never changes.
  static let all: [AnalysisTable] = [.events] + ofStreams + ofAll

  static let schema = AnalysisSchema(tables: all.map(table) + [keyOfRules], views: all.map(view))

  static func name(_ table: AnalysisTable) -> String { "analysis_\(table.rawValue)" }

  /// True for a column that is stored; the ledger has a document's body in another table.
  static func stores(_ column: ColumnDescription, of table: AnalysisTable) -> Bool {
    table != .documents || column.name != "body"
  }

  private static func columns(_ table: AnalysisTable) -> [ColumnDescription] {
    table.columns.filter { stores($0, of: table) }
  }

  /// Rows of a stream carry its number, so that an update can delete them.
  private static func table(_ table: AnalysisTable) -> AnalysisSchema.Object {
    let stream = ofStreams.contains(table) ? ["  stream INTEGER NOT NULL,"] : []
    let columns = columns(table)
    let key = key(table)
    let lines = columns.enumerated().map { place, column in
      let isLast = place == columns.count - 1 && key == nil
      return "  \(definition(column))\(isLast ? "" : ",") -- \(TableSQL.comment(column))"
    }
    let end = key.map { ["  PRIMARY KEY (\($0))"] } ?? []
    return AnalysisSchema.Object(
      .table, name(table), "(\n\((stream + lines + end).joined(separator: "\n"))\n)")
  }

  /// The definition of a column under the type that readers are told. Unlike a strict table, this one may say that a column
  /// has days.
  private static func definition(_ column: ColumnDescription) -> String {
    "\(column.name) \(declared(column.type))\(column.isNullable ? "" : " NOT NULL")"
  }

  static func declared(_ type: ColumnType) -> String { type == .date ? "DATE" : type.storage }

  /// The primary key; nil for rules, whose digest may be null.
  private static func key(_ table: AnalysisTable) -> String? {
    if table == .rules { return nil }
    if table == .events { return "position" }
    guard ofStreams.contains(table) else { return table.key.joined(separator: ", ") }
    return table == .installations ? "stream" : "stream, revision"
  }

  /// The key of a rule, in which rules without a digest count as rules of one document.
  private static let keyOfRule = "coalesce(digest, ''), rule"
  private static let keyOfRules = AnalysisSchema.Object(
    .index, "analysis_rules_key", "ON \(name(.rules)) (\(keyOfRule))")

  private static func view(_ table: AnalysisTable) -> AnalysisSchema.Object {
    let own = name(table)
    let values = table.columns.map { column in
      let place = stores(column, of: table) ? own : "bodies"
      return "\(place).\(TableSQL.quoted(column.name)) AS \(TableSQL.quoted(column.name))"
    }
    let bodies = table == .documents ? " LEFT JOIN bodies ON bodies.digest = \(own).digest" : ""
    return AnalysisSchema.Object(
      .view, table.rawValue, "AS SELECT\n  \(values.joined(separator: ",\n  "))\nFROM \(own)\(bodies)")
  }

  /// Inserts a row: of events in place of the same event's, of a table that adds up to the row with the same key.
  static func insert(into table: AnalysisTable) -> String {
    let stream = ofStreams.contains(table) ? ["stream"] : []
    let insert = TableSQL.insert(into: name(table), stream + columns(table).map(\.name))
    // Rows of a stream were deleted before.
    if ofStreams.contains(table) { return insert }
    let key = table == .rules ? keyOfRule : key(table) ?? ""
    let changes = table == .events ? replacements(table) : sums(table)
    return "\(insert) ON CONFLICT (\(key)) DO UPDATE SET \(changes.joined(separator: ", "))"
  }

  private static func replacements(_ table: AnalysisTable) -> [String] {
    columns(table).map { "\(TableSQL.quoted($0.name)) = excluded.\(TableSQL.quoted($0.name))" }
  }

  private static func sums(_ table: AnalysisTable) -> [String] {
    columns(table).filter { !table.key.contains($0.name) }.map { column in
      let name = TableSQL.quoted(column.name)
      return switch column.adds {
      // Of rules as `RuleFacts` merges: of two values the least, and a value rather than none.
      case nil:
        table == .rules
          ? "\(name) = coalesce(min(\(name), excluded.\(name)), \(name), excluded.\(name))"
          : "\(name) = coalesce(excluded.\(name), \(name))"
      case .sum: "\(name) = \(name) + excluded.\(name)"
      case .min: "\(name) = min(\(name), excluded.\(name))"
      case .max: "\(name) = max(\(name), excluded.\(name))"
      }
    }
  }
}
