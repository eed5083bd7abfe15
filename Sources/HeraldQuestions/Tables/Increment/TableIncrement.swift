import Herald
package import HeraldLog

/// The part of a ledger's tables that changed since a token: all rows of the installations that changed, and rules and
/// documents whole.
package struct TableIncrement: Sendable {
  package let changes: LedgerChanges

  /// The word in place of a token for all rows.
  package static let start = LedgerReader.start
  /// The file in which an increment's token is kept.
  package static let file = "increment.json"

  /// Looks for what changed.
  ///
  /// The token is of a moment before the rows are read. Events that come in between are in this increment or in the
  /// next; an installation comes whole, so being in both does no harm.
  ///
  /// - Parameters:
  ///   - token: the token of the increment before, or ``start``.
  ///   - properties: the properties that are added as columns.
  /// - Throws: ``LedgerError`` or ``LogFileError`` with the code `noIncrement` for another ledger's token or a made-up one,
  ///   and for a log in lines.
  package init(since token: String, in events: LoggedEvents, properties: PropertyColumns = .none) throws {
    guard let ledger = events.ledger else { throw Self.noLedger(events.name) }
    changes = try ledger.changes(since: token, shape: Self.shape(with: properties))
  }

  private static func noLedger(_ name: LogName) -> LogFileError {
    LogFileError(
      LedgerCode.noIncrement, what: "`\(name)` has no increments.", file: name.description,
      why: "tokens name a moment of one ledger, and a log in lines, or several together, are none",
      fix: "take it into a ledger, and export that: `herald import LOG --ledger fleet.sqlite`")
  }

  /// The fingerprint of all columns, with their types and the version of the tables. Where it differs from the one in a
  /// token, older rows would not fit beside new ones.
  private static func shape(with properties: PropertyColumns) -> String {
    var text = "\(TablesSchema.version)\n"
    for table in AnalysisTable.written {
      for column in properties.columns(of: table) {
        text += "\(table.rawValue).\(column.name) \(column.type.rawValue)\n"
      }
    }
    return String(Hex.text(of: Digest.bytes(of: [Array(text.utf8)])).prefix(16))
  }

  /// One line of JSON: the version of the tables, the token for the next increment, the number of installations that
  /// changed, the number of rows, and whether all installations are in it.
  package func json(rows: Int) -> String {
    var output = JSONWriter()
    output.line {
      $0.member("version", TablesSchema.version)
      $0.member("token", changes.token)
      $0.member("changed", changes.count)
      $0.member("rows", rows)
      $0.member("whole", changes.isWhole)
    }
    return output.string
  }
}
