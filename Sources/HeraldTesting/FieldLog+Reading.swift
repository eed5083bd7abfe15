public import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// The ways to read a case's log; all must come to the same.
extension FieldLog {
  /// Who reads the log.
  public enum Reader: String, Sendable, CaseIterable {
    /// Folded in memory, line by line.
    case memory
    /// Imported into a ledger, which is closed, opened again and replayed.
    case ledger
    /// Folded from a snapshot at every revision.
    case snapshots
  }

  /// What follows from the log: decisions and then states as lines of JSON, or the line of a refusal.
  public func outcome(_ reader: Reader = .memory) throws -> [String] {
    do {
      return switch reader {
      case .memory: try inMemory()
      case .ledger: try throughLedger()
      case .snapshots: try fromSnapshots()
      }
    } catch let error as LogRefused {
      return error.diagnostics.prefix(1).map { #"{"refused":"\#($0.code.name)","line":\#($0.place?.line ?? 0)}"# }
    }
  }

  private var options: ReadingOptions { ReadingOptions(skipsInvalid: skipsInvalid, isPartial: isPartial) }

  private func logReader() throws -> LogReader {
    LogReader(
      log: try ByteSource(path: log.path), shelf: DocumentShelf(reading: Formats.reading), options: options
    )
  }

  private func inMemory() throws -> [String] {
    var visitor = CollectedOutcome()
    try logReader().replay(visitor: &visitor)
    return visitor.lines
  }

  private func throughLedger() throws -> [String] {
    let path = NSTemporaryDirectory() + "herald-\(UUID().uuidString).sqlite"
    defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + end) } }
    let ledger = try Ledger(path: path)
    _ = try ledger.take(try ByteSource(path: log.path), options: options)
    try ledger.close()
    var visitor = CollectedOutcome()
    try LedgerReader(path: path, reading: Formats.reading).replay(visitor: &visitor)
    return visitor.lines
  }

  private func fromSnapshots() throws -> [String] {
    var visitor = SnapshotLines()
    try logReader().replay(visitor: &visitor)
    return visitor.outcome.lines
  }
}

/// Collects decisions and states as lines.
struct CollectedOutcome: DecisionVisitor {
  private var decisions: [String] = []
  private var states: [String] = []

  var lines: [String] { decisions + states }

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
struct SnapshotLines: StepVisitor {
  var outcome = CollectedOutcome()
  private var facts: [ExactString: [Fact]] = [:]
  private var policies: [ExactString: [Policy]] = [:]

  mutating func visit(_ step: ReplayStep) {
    let source = step.event.source
    facts[source, default: []].append(step.event.fact)
    if let policy = step.state.policy { policies[source, default: []].append(policy) }
    guard let question = Question(step.event.data, at: step.event.time, of: source),
      let state = reread(step.state, of: source)
    else { return }
    var decider = Decider()
    outcome.decided(decider.decide(question, in: state))
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    var folded = InstallationState()
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

  /// The state as its snapshot gives it back; nil, which leaves a decision out, where it gives nothing.
  private func reread(_ state: InstallationState, of source: ExactString) -> InstallationState? {
    InstallationState(snapshot: state.snapshot) { name in
      policies[source]?.last { $0.name == name }
    }
  }
}

extension FieldLog {
  /// The digest by which a fetch names a document with these bytes.
  public static func digest(of document: Data) -> String { Digest.of(document).string }
}
