import GRDB
package import Herald
import HeraldLines

/// Ledgers without an event that can be read.
extension LedgerReader {
  /// The finding about a file that has bytes and no tables, so that it is not a ledger without events.
  ///
  /// - Parameter name: the ledger as the person names it.
  package func missingTables(_ name: String) -> Diagnostic? {
    guard let absence, absence != .noBytes else { return nil }
    return absence.finding(about: name)
  }

  /// The finding about a ledger without events; nil for one that has some, or had some that were forgotten.
  ///
  /// A ledger that lost events is for an audit to name, which tells more.
  ///
  /// - Parameter name: the ledger as the person names it.
  /// - Throws: ``LedgerError``.
  package func missingEvents(_ name: String) throws -> Diagnostic? {
    if let absence { return absence.finding(about: name) }
    let positions = try read("looking for its events") { database in
      do { _ = try usesDerived(database) } catch is MissingLines { return Positions?.none }
      return try Positions(on: database)
    }
    guard let positions, positions.last == 0, try forgottenBeginnings().isEmpty else { return nil }
    if lacksLog { return LedgerAbsence.damagedWriteAheadLog.finding(about: name) }
    return Diagnostic(
      LogCode.noEvents, what: "No event was read from `\(name)`: the ledger has none yet.", file: name,
      why: "nothing was imported into it or appended", fix: "take a log into it: `herald import LOG --ledger \(name)`")
  }

  /// The warning about a ledger with events whose newest ones cannot be read.
  ///
  /// SQLite passes over a write-ahead log that is damaged, and says nothing.
  ///
  /// - Parameter name: the ledger as the person names it.
  package func missingLog(_ name: String) -> Diagnostic? {
    guard lacksLog, absence == nil else { return nil }
    let (_, why, fix) = LedgerAbsence.damagedWriteAheadLog.words(name)
    return Diagnostic(
      LedgerCode.damaged, .warning, what: "What `\(name)-wal` has of `\(name)` cannot be read, and is in no answer.",
      file: name, place: nil, why: why, fix: fix)
  }

  /// The finding about a file of 0 bytes, which is read as a ledger without events.
  ///
  /// - Parameter name: the ledger as the person names it.
  package func emptiness(_ name: String) -> Diagnostic? {
    guard absence == .noBytes else { return nil }
    var finding = LedgerAbsence.noBytes.finding(about: name)
    finding.severity = .warning
    return finding
  }
}

extension LedgerAbsence {
  /// - Parameter name: the ledger as the person names it.
  fileprivate func finding(about name: String) -> Diagnostic {
    let (sign, why, fix) = words(name)
    return Diagnostic(
      LogCode.noEvents, what: "No event was read from `\(name)`: \(sign).", file: name, why: why, fix: fix)
  }

  fileprivate func words(_ name: String) -> (sign: String, why: String, fix: String) {
    switch self {
    case .noBytes:
      (
        "it has 0 bytes", "it was cut to nothing, or never filled: a ledger with events has thousands",
        "copy it once more from where it is written, with `\(name)-wal` if there is one"
      )
    case .noWriteAheadLog:
      (
        "its events lie in `\(name)-wal`, which did not come along",
        "an app that is running keeps its newest events there",
        "copy both files, or make a log where they are: `herald export LEDGER > log.jsonl`"
      )
    case .damagedWriteAheadLog:
      (
        "what its events lie in, `\(name)-wal`, cannot be read",
        "it was damaged on its way, or a crash cut off the first thing that was written to it",
        "copy both files once more, or make a log where they are: `herald export LEDGER > log.jsonl`"
      )
    case .noTables:
      (
        "it has no table of a ledger",
        "a crash ended it before anything was stored, or the copy of it was cut",
        "copy it once more from where it is written, with `\(name)-wal` if there is one"
      )
    }
  }
}
