public import Foundation
import Herald
import HeraldFormats
package import HeraldLog

/// The ways to read a case's log. All must have the same outcome.
extension FieldLog {
  /// A way to read the log.
  public enum Reader: String, Sendable, CaseIterable {
    /// Folds the lines in memory.
    case memory
    /// Imports the lines into a temporary ledger, closes it, opens it again and replays it.
    case ledger
    /// Folds the rest of each stream from a snapshot at each of its revisions.
    case snapshots
  }

  /// The outcome of the log: decisions and then states as lines of JSON, or one line for a refusal.
  ///
  /// - Throws: `LogFileError` or `LedgerError` where a file cannot be read or the temporary ledger cannot be written.
  public func outcome(_ reader: Reader = .memory) throws -> [String] { try outcome(of: reader).lines }

  func outcome(of reader: Reader) throws -> Outcome {
    do {
      let lines =
        switch reader {
        case .memory: try inMemory()
        case .ledger: try throughLedger()
        case .snapshots: try fromSnapshots()
        }
      return Outcome(lines: lines, refusal: nil)
    } catch let error as LogRefused {
      let line = error.diagnostics.prefix(1).map {
        #"{"refused":"\#($0.code.name)","line":\#($0.place?.line ?? 0)}"#
      }
      return Outcome(lines: line, refusal: error)
    }
  }

  package var options: ReadingOptions { ReadingOptions(skipsInvalid: skipsInvalid, isPartial: isPartial) }

  private func logReader() throws -> LogReader {
    let reader = LogReader(
      log: try ByteSource(path: log.path), shelf: DocumentShelf(reading: formats.reading), options: options)
    reader.needsEvents = true
    return reader
  }

  private func inMemory() throws -> [String] {
    var visitor = CollectedOutcome()
    try logReader().replay(visitor: &visitor)
    return visitor.lines
  }

  /// Replays the log into a visitor.
  ///
  /// - Throws: `LogRefused` where the log is refused, and `LogFileError` where it cannot be read.
  package func replay(into visitor: inout some ReplayVisitor) throws { try logReader().replay(visitor: &visitor) }

  private func throughLedger() throws -> [String] {
    let path = NSTemporaryDirectory() + "herald-\(UUID().uuidString).sqlite"
    // A file that stays behind is in the system's temporary folder, which is emptied by the system.
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let ledger = try Ledger(path: path)
    _ = try ledger.importLog(try ByteSource(path: log.path), options: options)
    try ledger.close()
    var visitor = CollectedOutcome()
    let reader = try LedgerReader(path: path, reading: formats.reading)
    if let finding = try reader.missingEvents(path) { throw LogRefused(finding) }
    try reader.replay(visitor: &visitor)
    return visitor.lines
  }

  private func fromSnapshots() throws -> [String] {
    var visitor = SnapshotLines()
    try logReader().replay(visitor: &visitor)
    return visitor.outcome.lines
  }
}

/// Collects decisions and states as lines.
struct CollectedOutcome: ReplayVisitor {
  private var decisions: [String] = []
  private var states: [String] = []

  var lines: [String] { decisions + states }

  mutating func visit(_ moment: inout ReplayMoment) {
    if let decision = moment.decision { decided(decision) }
  }

  mutating func decided(_ decision: Decision) {
    var writer = JSONWriter()
    decision.write(into: &writer)
    decisions.append(writer.string)
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    var writer = JSONWriter()
    state.write(source: source, into: &writer)
    states.append(writer.string)
  }
}

/// Keeps every stream's facts, and at its end folds them once from each of its revisions: from the snapshot there.
struct SnapshotLines: ReplayVisitor {
  var outcome = CollectedOutcome()
  private var facts: [ExactString: [Fact]] = [:]
  private var policies: [ExactString: [Policy]] = [:]
  /// The states of streams whose first events were forgotten.
  private var beginnings: [ExactString: InstallationState] = [:]

  mutating func began(_ source: ExactString, in state: InstallationState) {
    beginnings[source] = state
    if let policy = state.accepted { policies[source, default: []].append(policy) }
  }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    let step = try moment.step()
    let source = step.event.source
    facts[source, default: []].append(step.event.fact)
    if let policy = step.state.accepted { policies[source, default: []].append(policy) }
    guard let question = step.decision?.question, let state = reread(step.state, of: source) else { return }
    var decider = Decider()
    outcome.decided(decider.decide(question, in: state))
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    var folded = beginnings[source] ?? InstallationState()
    var agreed = state
    let facts = facts[source] ?? []
    for (index, fact) in facts.enumerated() {
      folded.apply(fact)
      guard var rest = reread(folded, of: source) else { continue }
      for later in facts[(index + 1)...] { rest.apply(later) }
      if rest != state { agreed = rest }
    }
    outcome.ended(source, in: agreed)
  }

  /// The state after encoding it as a snapshot and decoding that. Nil where decoding fails: the missing decision is then a
  /// disagreement.
  private func reread(_ state: InstallationState, of source: ExactString) -> InstallationState? {
    InstallationState(snapshot: state.snapshot) { name in
      policies[source]?.last { $0.name == name }
    }
  }
}

extension FieldLog {
  /// The digest of a document, as `fetch.succeeded` names it: `sha256:` and 64 hex digits.
  public static func digest(of document: Data) -> String { Digest.of(document).string }
}
