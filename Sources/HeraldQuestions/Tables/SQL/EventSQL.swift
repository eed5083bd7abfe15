import Herald
import HeraldLog

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
        strftime('%Y-%m-%dT%H:%M:%fZ', facts.time / 1000.0, 'unixepoch') AS time, facts.zone AS zone_minutes
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
    case .text, .real, .timestamp, .list: json
    }
  }
}
