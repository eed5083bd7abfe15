import GRDB
public import Herald

/// A ledger that cannot be opened, read or written.
public struct LedgerError: DiagnosticError, Sendable {
  /// The failure, its reason and the fix.
  public let diagnostic: Diagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  init(_ code: some ExplainedCode, ledger path: String, what: String, why: String, fix: String) {
    diagnostic = Diagnostic(code, what: what, file: path, why: why, fix: fix)
  }

  init(_ code: LedgerCode, ledger path: String, what: String, why: String, fix: String) {
    diagnostic = Diagnostic(code, what: what, file: path, why: why, fix: fix)
  }

  /// An error of SQLite, with Herald's code and fix.
  init(_ error: DatabaseError, ledger path: String, doing: String) {
    let message = error.message ?? "SQLite's code \(error.extendedResultCode.rawValue)"
    let (code, fix): (LedgerCode, String) =
      switch error.resultCode {
      case .SQLITE_FULL: (.diskFull, "free some space and do it again: nothing is half done")
      case .SQLITE_NOTADB: (.notALedger, "check the path: the file is not SQLite's")
      case .SQLITE_CORRUPT: (.damaged, "restore the file from a backup, or export what can be read")
      case .SQLITE_READONLY where error.extendedResultCode == .SQLITE_READONLY_ROLLBACK:
        (.unfinished, "import the log again: a crash cut the first import off, and what is half done is taken back")
      case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
        (.notWritable, "check the permissions of the file and its folder")
      case .SQLITE_BUSY, .SQLITE_LOCKED: (.busy, "wait until the other process has finished, and do it again")
      default: (.ledgerFailed, "check the disk and try again")
      }
    diagnostic = Diagnostic(code, what: "`\(path)` failed while \(doing).", file: path, why: message, fix: fix)
  }
}

extension LedgerError {
  /// Runs `body`, which uses an SQLite file beside a ledger; throws SQLite's errors with the file's name and the current
  /// action.
  package static func naming<Result>(_ path: String, _ doing: String, _ body: () throws -> Result) throws -> Result {
    try LedgerFile.naming(path, doing, body)
  }

  /// The error for an SQLite file other than the expected one.
  package static func otherFile(_ path: String, expected: String) -> LedgerError {
    LedgerError(
      .notALedger, ledger: path, what: "`\(path)` is not \(expected).",
      why: "its application id or version is another one",
      fix: "check the path, or use the newer Herald that made it")
  }
}

/// A ledger has fewer lines than its derived tables know.
struct MissingLines: Error {
  let known: Int
  let found: Int
}

extension LedgerError {
  init(_ missing: MissingLines, ledger path: String) {
    self.init(
      .brokenChain, ledger: path, what: "`\(path)` is not what was written to it.",
      why: "it had \(missing.known) events, and \(missing.found) are left: the last ones are missing",
      fix: "restore the ledger from a backup; `herald audit` names the streams that end too early, and "
        + "`herald export --unchecked` gives what is there")
  }
}

/// A row of a derived table that is not as Herald wrote it.
struct ChangedRow: Error {
  let table: String
  /// Which row, such as `stream 3`.
  let row: String
}

extension LedgerError {
  init(_ changed: ChangedRow, ledger path: String) {
    self.init(
      .corruptFacts, ledger: path, what: "A derived table of `\(path)` is not what Herald wrote.",
      why: "\(changed.row) of the table `\(changed.table)` has another checksum",
      fix: "run `herald audit`, which tells whether the events are unharmed. Then delete the table with SQLite "
        + "(`DROP TABLE \(changed.table)`): the next import makes it again from the events")
  }
}
