import Herald

/// The tables and views for analysis in a ledger, from the columns. A ledger is made with this text before anybody asks
/// for its tables, so HeraldLog has it in writing; a test compares the two.
enum LedgerSQL {
  /// What is filled from each installation's replay.
  static let ofStreams: [AnalysisTable] = [.decisions, .prompts, .updates, .installations]
  /// What is added up over all installations.
  static let ofAll: [AnalysisTable] = [.rules, .documents]

  static var text: String {
    let tables = AnalysisTable.allCases.filter { $0 != .events }.map(create)
    let views = (ofStreams + [.rules]).map(view) + [documents]
    return (tables + views).joined(separator: "\n")
  }

  static func name(_ table: AnalysisTable) -> String { "analysis_\(table.rawValue)" }

  /// The columns that are stored; a document's body stands in the ledger anyway.
  static func columns(_ table: AnalysisTable) -> [ColumnDescription] {
    table.columns.filter { table != .documents || $0.name != "body" }
  }

  private static func create(_ table: AnalysisTable) -> String {
    let isOfStream = ofStreams.contains(table)
    let leading = isOfStream ? ["stream INTEGER NOT NULL"] : []
    let key = isOfStream ? table == .installations ? "stream" : "stream, revision" : table.key.joined(separator: ", ")
    let lines = wrapped(leading + columns(table).map(definition) + ["PRIMARY KEY (\(key))"])
    return "CREATE TABLE IF NOT EXISTS \(name(table)) (\n\(lines)\n) STRICT, WITHOUT ROWID;"
  }

  /// A key is never null: for none it is empty.
  private static func definition(_ column: ColumnDescription) -> String {
    column.name == "digest" ? "digest TEXT" : TableSQL.definition(column)
  }

  private static func view(_ table: AnalysisTable) -> String {
    let columns = table.columns.map { column in
      table == .rules && column.name == "digest" ? "nullif(digest, '') AS digest" : column.name
    }
    return "CREATE VIEW IF NOT EXISTS \(table.rawValue) AS SELECT\n\(wrapped(columns))\nFROM \(name(table));"
  }

  /// Documents are there before anybody has counted how they came.
  private static var documents: String {
    let columns = AnalysisTable.documents.columns.map { column in
      switch column.name {
      case "digest", "body": "bodies.\(column.name) AS \(column.name)"
      case "bytes": "length(CAST(bodies.body AS BLOB)) AS bytes"
      default: column.name
      }
    }
    return "CREATE VIEW IF NOT EXISTS documents AS SELECT\n\(wrapped(columns))\nFROM bodies LEFT JOIN "
      + "\(name(.documents)) ON \(name(.documents)).digest = bodies.digest;"
  }

  private static func wrapped(_ parts: [String]) -> String {
    var lines: [String] = []
    for (place, part) in parts.enumerated() {
      let part = place < parts.count - 1 ? part + "," : part
      if let last = lines.last, last.utf8.count + part.utf8.count < 115 {
        lines[lines.count - 1] = last + " " + part
      } else {
        lines.append("  " + part)
      }
    }
    return lines.joined(separator: "\n")
  }

  /// Adds a part to the row with its key.
  static func add(to table: AnalysisTable) -> String {
    let columns = columns(table)
    let sums = columns.compactMap { column -> String? in
      let name = column.name
      return switch column.adds {
      case nil: name == "kind" ? "kind = coalesce(min(kind, excluded.kind), kind, excluded.kind)" : nil
      case .sum: "\(name) = \(name) + excluded.\(name)"
      case .min: "\(name) = min(\(name), excluded.\(name))"
      case .max: "\(name) = max(\(name), excluded.\(name))"
      }
    }
    let places = repeatElement("?", count: columns.count).joined(separator: ", ")
    return "INSERT INTO \(name(table)) VALUES (\(places)) ON CONFLICT (\(table.key.joined(separator: ", "))) "
      + "DO UPDATE SET \(sums.joined(separator: ", "))"
  }
}
