import GRDB
public import Herald
import HeraldLines

/// A change of the promises of an app, as the journal of the app's ledger records it.
public struct JournaledPromises: Hashable, Sendable {
  /// The digest of the file with the promises; nil where it was removed.
  public let digest: ExactString?
  /// The author of the change, such as a token's name.
  public let by: String

  /// Describes a change.
  public init(digest: ExactString?, by: String) { (self.digest, self.by) = (digest, by) }
}

/// A step of a change of promises, entered in this order: the intent, then its outcome.
public enum PromisesStep: Hashable, Sendable, CaseIterable {
  /// Somebody is about to change the promises.
  case intended
  /// The promises are the changed ones.
  case changed
  /// The promises stayed as they were.
  case withdrawn

  fileprivate var kind: LedgerNotice.Kind {
    switch self {
    case .intended: .promisesIntended
    case .changed: .promisesChanged
    case .withdrawn: .promisesWithdrawn
    }
  }
}

/// The record of promises in the journal.
extension Ledger {
  /// Records a step of a change of promises, durably when this returns.
  ///
  /// - Throws: ``LedgerError``.
  public func note(_ step: PromisesStep, of change: JournaledPromises) throws {
    try note(step, of: change, isRepair: false)
  }

  /// Completes the record after a crash or a failure between two steps: an intent without an outcome gets the outcome
  /// that the file has now.
  ///
  /// - Parameter digest: the digest of the file with the promises; nil for none.
  /// - Returns: true if an entry was missing.
  /// - Throws: ``LedgerError``.
  @discardableResult
  public func completeRecord(ofPromises digest: ExactString?) throws -> Bool {
    let open = try LedgerFile.naming(path, "comparing its journal with the promises") {
      try queue.read { try Self.openIntent(in: $0) }
    }
    guard let open else { return false }
    try note(open.digest == digest ? .changed : .withdrawn, of: open, isRepair: true)
    return true
  }

  private func note(_ step: PromisesStep, of change: JournaledPromises, isRepair: Bool) throws {
    try note("noting promises") { journal in
      try journal.append(step.kind) { output in
        output.member("digest", change.digest)
        output.member("by", change.by)
        if isRepair { output.member("repaired", true) }
      }
    }
  }

  /// The last change, where only its intent was entered; nil for none.
  private static func openIntent(in database: Database) throws -> JournaledPromises? {
    guard try database.tableExists("journal") else { return nil }
    let rows = try RawStatement(
      "SELECT line FROM journal WHERE instr(line, '\"promises.') > 0 ORDER BY position DESC LIMIT 1", on: database)
    guard try rows.step(), let entry = try? JSONNode.read(rows.text(0)).node, let data = entry[name: "data"],
      entry[name: "type"]?.string == PromisesStep.intended.kind.rawValue
    else { return nil }
    return JournaledPromises(
      digest: data[name: "digest"]?.string.map { ExactString($0) }, by: data[name: "by"]?.string ?? "")
  }
}
