import GRDB
import Herald
import HeraldLines

/// The record of publications in the journal.
extension Ledger {
  /// Records a step of a publication, durably when this returns.
  ///
  /// - Throws: ``LedgerError``.
  public func note(_ step: PublicationStep, of publication: JournaledPublication) throws {
    try append([RecordedStep(step, publication)])
  }

  /// Completes the record after a crash or a failure between two steps: what is in force and was not entered as
  /// published is entered now, and an intent without a publication as withdrawn.
  ///
  /// - Parameter published: all publications of the app, the oldest first.
  /// - Returns: the number of entries that were missing.
  /// - Throws: ``LedgerError``.
  @discardableResult
  public func completeRecord(of published: [JournaledPublication]) throws -> Int {
    let missing = try LedgerFile.naming(path, "comparing its journal with the policies") {
      try queue.read { try PublicationRecord(of: $0).missing(from: published) }
    }
    if !missing.isEmpty { try append(missing) }
    return missing.count
  }

  private func append(_ steps: [RecordedStep]) throws {
    try note("noting a policy") { journal in
      for step in steps { try journal.append(step.kind) { step.write(into: &$0) } }
    }
  }

  /// Appends entries to the journal in one transaction.
  ///
  /// - Parameter doing: the action, for errors.
  func note(_ doing: String, _ append: (inout Journal) throws -> Void) throws {
    dropAppender()
    try LedgerFile.naming(path, doing) {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction(.immediate) {
          var journal = try Journal(of: database)
          try append(&journal)
          return .commit
        }
      }
    }
  }
}

/// A step of a publication as an entry of the journal.
private struct RecordedStep {
  let step: PublicationStep
  let publication: JournaledPublication
  /// True for an entry that a later comparison added, so that its time is not that of the step.
  let isRepair: Bool

  init(_ step: PublicationStep, _ publication: JournaledPublication, isRepair: Bool = false) {
    (self.step, self.publication, self.isRepair) = (step, publication, isRepair)
  }

  var kind: LedgerNotice.Kind {
    switch step {
    case .intended: .policyIntended
    case .published: .policyPublished
    case .withdrawn: .policyWithdrawn
    }
  }

  func write(into output: inout JSONWriter) {
    output.member("number", publication.number)
    output.member("digest", publication.digest)
    output.member("by", publication.by)
    if let override = publication.override { output.member("override", override) }
    if isRepair { output.member("repaired", true) }
  }
}

/// The publications that a journal knows, each with its last step.
private struct PublicationRecord {
  private struct Key: Hashable {
    let number: Int
    let digest: ExactString
  }

  private var last: [Key: PublicationStep] = [:]
  private var order: [JournaledPublication] = []
  /// The digests of older entries, which had no number.
  private var unnumbered: Set<ExactString> = []

  init(of database: Database) throws {
    guard try database.tableExists("journal") else { return }
    let rows = try RawStatement(
      "SELECT line FROM journal WHERE instr(line, '\"policy.') > 0 OR instr(line, '\"ledger.published\"') > 0 "
        + "ORDER BY position", on: database)
    while try rows.step() { take(rows.text(0)) }
  }

  private mutating func take(_ line: String) {
    guard let entry = try? JSONNode.read(line).node, let data = entry[name: "data"],
      let kind = entry[name: "type"]?.string.flatMap(LedgerNotice.Kind.init), let digest = data[name: "digest"]?.string
    else { return }
    let step: PublicationStep
    switch kind {
    case .policyIntended: step = .intended
    case .policyPublished: step = .published
    case .policyWithdrawn: step = .withdrawn
    case .publishedBefore:
      unnumbered.insert(ExactString(digest))
      return
    case .created, .migrated, .forgot, .forgotten, .pseudonymized, .promisesIntended, .promisesChanged,
      .promisesWithdrawn:
      return
    }
    guard case .number(let text)? = data[name: "number"]?.value, let number = Int(text) else { return }
    let key = Key(number: number, digest: ExactString(digest))
    if last.updateValue(step, forKey: key) == nil {
      order.append(
        JournaledPublication(
          number: number, digest: key.digest, by: data[name: "by"]?.string ?? "",
          override: data[name: "override"]?.string))
    }
  }

  /// The entries that are missing for the record to say what was published.
  func missing(from published: [JournaledPublication]) -> [RecordedStep] {
    func key(_ publication: JournaledPublication) -> Key {
      Key(number: publication.number, digest: publication.digest)
    }
    let known = Set(published.map(key))
    let withdrawn = order.filter { last[key($0)] != .withdrawn && !known.contains(key($0)) }
    let entered = published.filter { last[key($0)] != .published && !unnumbered.contains($0.digest) }
    return withdrawn.map { RecordedStep(.withdrawn, $0, isRepair: true) }
      + entered.map { RecordedStep(.published, $0, isRepair: true) }
  }
}
