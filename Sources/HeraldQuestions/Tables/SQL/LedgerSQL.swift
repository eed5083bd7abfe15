import Herald
import HeraldLog

/// The tables and views for analysis in a ledger, made of the columns.
enum LedgerSQL {
  /// Tables that are filled from each installation's replay.
  static let ofStreams: [AnalysisTable] = [.decisions, .prompts, .updates, .installations]
  /// Tables that add up over all installations.
  static let ofAll: [AnalysisTable] = [.rules, .documents]

  static let schema = AnalysisSchema(
    tables: (ofStreams + ofAll).map(table), views: [EventSQL.view] + (ofStreams + [.rules]).map(view) + [documents])

  static func name(_ table: AnalysisTable) -> String { "analysis_\(table.rawValue)" }

  /// The columns that are stored; the ledger has a document's body in another table.
  static func columns(_ table: AnalysisTable) -> [ColumnDescription] {
    table.columns.filter { table != .documents || $0.name != "body" }
  }

  /// Rows of a stream carry its number, so that an update can delete them.
  private static func table(_ table: AnalysisTable) -> AnalysisSchema.Object {
    let isOfStream = ofStreams.contains(table)
    let key = isOfStream ? table == .installations ? "stream" : "stream, revision" : table.key.joined(separator: ", ")
    let stream = isOfStream ? ["  stream INTEGER NOT NULL,"] : []
    let lines = stream + columns(table).map { "  \(definition($0)), -- \(TableSQL.comment($0))" }
    return AnalysisSchema.Object(
      .table, name(table), "(\n\(lines.joined(separator: "\n"))\n  PRIMARY KEY (\(key))\n) STRICT, WITHOUT ROWID")
  }

  /// A key is never null: an empty text stands for no digest.
  private static func definition(_ column: ColumnDescription) -> String {
    column.name == "digest" ? "digest TEXT" : TableSQL.definition(column)
  }

  private static func view(_ table: AnalysisTable) -> AnalysisSchema.Object {
    let values = table.columns.map { column in
      table == .rules && column.name == "digest" ? "nullif(digest, '') AS digest" : column.name
    }
    return view(table, values, from: name(table))
  }

  /// The view of documents, which has a row for each body even before its arrivals are counted.
  private static var documents: AnalysisSchema.Object {
    let values = AnalysisTable.documents.columns.map { column in
      switch column.name {
      case "digest", "body": "bodies.\(column.name) AS \(column.name)"
      case "bytes": "length(CAST(bodies.body AS BLOB)) AS bytes"
      default: column.name
      }
    }
    let table = name(.documents)
    return view(.documents, values, from: "bodies LEFT JOIN \(table) ON \(table).digest = bodies.digest")
  }

  /// Creates a view, with each value on a line of its own.
  static func view(_ table: AnalysisTable, _ values: [String], from source: String) -> AnalysisSchema.Object {
    AnalysisSchema.Object(
      .view, table.rawValue, "AS SELECT\n  \(values.joined(separator: ",\n  "))\nFROM \(source)")
  }

  /// Inserts a row, or adds it to the row with the same key.
  static func add(to table: AnalysisTable) -> String {
    let columns = columns(table)
    let sums = columns.compactMap { column -> String? in
      let name = column.name
      return switch column.adds {
      // As `RuleFacts` merges: of two values the least, and a value rather than none.
      case nil:
        table == .rules && !table.key.contains(name)
          ? "\(name) = coalesce(min(\(name), excluded.\(name)), \(name), excluded.\(name))" : nil
      case .sum: "\(name) = \(name) + excluded.\(name)"
      case .min: "\(name) = min(\(name), excluded.\(name))"
      case .max: "\(name) = max(\(name), excluded.\(name))"
      }
    }
    return TableSQL.insert(into: name(table), columns.map(\.name))
      + " ON CONFLICT (\(table.key.joined(separator: ", "))) DO UPDATE SET \(sums.joined(separator: ", "))"
  }
}

/// The view `events` of a ledger: plain SQL over the lines, so it is always up to date.
///
/// It agrees with the rows as far as SQLite reads JSON: data loses the white space between its values.
enum EventSQL {
  static let view = LedgerSQL.view(
    .events, EventRow.columns.map { "\($0.sql ?? member($0.name, $0.description.type)) AS \($0.name)" }, from: lines)

  /// The lines, and the values that the columns are made of. `known` is 1 where Herald knows the type and its version.
  private static let lines =
    """
    (
      SELECT
        lines.position, streams.source, lines.revision, line, json_extract(line, '$.id') AS id,
        json_extract(line, '$.type') AS type, facts.type <> 0 AS known,
        strftime('%Y-%m-%dT%H:%M:%fZ', facts.time / 1000.0, 'unixepoch') AS time, facts.zone AS zone_minutes,
        strftime('%Y-%m-%d', facts.time / 1000.0 + facts.zone * 60.0, 'unixepoch') AS local_date
      FROM lines JOIN streams ON streams.id = lines.stream
        JOIN facts ON facts.event = (lines.stream << 32) + lines.revision
    )
    """

  /// The data as JSON. Of an unknown type they may be of any kind, which `json_extract` gives without its quotes.
  static let data =
    """
    CASE json_type(line, '$.data')
        WHEN 'text' THEN json_quote(json_extract(line, '$.data'))
        WHEN 'true' THEN 'true' WHEN 'false' THEN 'false'
        ELSE CAST(json_extract(line, '$.data') AS TEXT) END
    """

  /// The value of a member of the data; null for the types of event whose data has no such member.
  ///
  /// - Parameters:
  ///   - name: the member's name.
  ///   - condition: a further condition, in SQL over ``lines``.
  static func member(_ name: String, _ type: ColumnType, where condition: String? = nil) -> String {
    let types = types(with: name).map { "'\($0.rawValue)'" }.joined(separator: ", ")
    let isRead = "known AND type IN (\(types))" + (condition.map { " AND \($0)" } ?? "")
    return "CASE WHEN \(isRead) THEN \(value("json_extract(line, '$.data.\(name)')", type)) END"
  }

  /// The types of event whose data has a member.
  static func types(with name: String) -> [EventType] { EventType.allCases.filter { $0.fieldNames.contains(name) } }

  private static func value(_ json: String, _ type: ColumnType) -> String {
    switch type {
    case .integer: "CAST(\(json) AS INTEGER)"
    // A flag that isn't written is false.
    case .boolean: "coalesce(\(json), 0)"
    case .text, .real, .timestamp, .date, .list: json
    }
  }
}
