import Herald
import HeraldFormats
import HeraldLog
import Synchronization

/// The one writer of an app's ledger: takes all that waits, commits it once, and answers everybody.
actor LedgerWriter {
  private let executor: DispatchQueueExecutor
  private var ledger: Ledger?
  private let arrivals: IntakeLog
  private let app: String
  private let users: UserPseudonyms?
  private let policies: PolicyStore
  private let metrics: ServerMetrics
  nonisolated let queue = WriteQueue()

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Throws: `LedgerError` where the ledger cannot be opened for writing.
  init(
    of app: String, path: String, arrivals: IntakeLog, users: UserPseudonyms?, policies: PolicyStore,
    metrics: ServerMetrics
  ) throws {
    self.app = app
    self.policies = policies
    self.users = users
    self.metrics = metrics
    executor = DispatchQueueExecutor(label: "herald.writer")
    self.arrivals = arrivals
    let ledger = try Ledger(path: path, pageCache: Self.pageCache)
    // A ledger that is busy now is compared before the next publication.
    _ = try? ledger.completeRecord(of: policies.record(of: app))
    self.ledger = ledger
  }

  /// The size of SQLite's page cache, in bytes. It bounds the memory of each app's ledger (bench row 18). A commit changes
  /// few pages, so a server needs a smaller cache than an import.
  private static let pageCache = 16 << 20

  /// Stores what can be stored of a request, durably when this returns.
  ///
  /// - Throws: `LedgerError` where the ledger fails; then nothing is acknowledged, and sending again is safe.
  nonisolated func store(_ upload: ReceivedUpload) async throws -> BatchOutcome {
    try await withCheckedThrowingContinuation { continuation in
      let isFirst = queue.add(WriteQueue.Entry(upload: upload, continuation: continuation))
      if isFirst { Task { await self.drain() } }
    }
  }

  /// Commits until nothing waits.
  private func drain() {
    while let group = queue.takeGroup() {
      do {
        let outcomes = try commit(group.map(\.upload))
        queue.finished()
        for (entry, outcome) in zip(group, outcomes) { entry.continuation.resume(returning: outcome) }
      } catch {
        queue.finished()
        for entry in group { entry.continuation.resume(throwing: error) }
      }
    }
  }

  private func commit(_ uploads: [ReceivedUpload]) throws -> [BatchOutcome] {
    guard let ledger else { throw Self.stopping }
    let start = ContinuousClock.now
    let outcomes = try ledger.append(uploads.map(\.batch))
    metrics.record(outcomes, seconds: Double((ContinuousClock.now - start).microseconds) / 1e6, app: app)
    var rejected: [RejectedLine] = []
    var receipts: [Receipt] = []
    var firsts: [FirstArrival] = []
    for (upload, outcome) in zip(uploads, outcomes) {
      rejected += outcome.refused.filter { $0.kind == .bad }.map {
        let line = RejectedLine($0, token: upload.origin.token, at: upload.received)
        return users.map(line.without) ?? line
      }
      firsts += outcome.streams.filter(\.isNew).map {
        FirstArrival(source: $0.source, received: upload.received, origin: upload.origin)
      }
      guard let sent = upload.sent else { continue }
      metrics.record(sent: sent, received: upload.received, app: app)
      receipts += outcome.streams.compactMap { stream in
        stream.revisions.map {
          Receipt(source: stream.source, received: upload.received, sent: sent, revisions: $0)
        }
      }
    }
    try arrivals.store(rejected, receipts)
    try arrivals.store(firsts)
    return outcomes
  }

  /// Forgets, in the ledger and in what stands beside it.
  func forget(_ what: Forgetting, reason: String, by: String, isDryRun: Bool) throws -> ForgettingReport {
    guard let ledger else { throw Self.stopping }
    let what = named(what)
    let report = try ledger.forget(what, reason: reason, by: by, isDryRun: isDryRun, reading: Formats.reading)
    guard !isDryRun else { return report }
    switch what {
    case .installations(let sources): try arrivals.forget(sources: sources, texts: [])
    case .users(let users): try arrivals.forget(sources: [], texts: users.map(\.string))
    case .before(let time): try arrivals.forget(before: time)
    case .properties: break
    }
    metrics.count(.eventsForgotten, by: report.removed, [("app", app)])
    return report
  }

  /// Users by their pseudonyms too, since lines that came before the setting have the names themselves.
  private func named(_ what: Forgetting) -> Forgetting {
    guard case .users(let names) = what, let users else { return what }
    return .users(names + names.map(users.pseudonym))
  }

  /// Publishes a policy: enters the intent in the journal, publishes, and enters the outcome. The journal and the
  /// policies are on disk after each step, and a later comparison completes what a failure left out.
  ///
  /// - Parameter expected: the number of the policy that is in force now, 0 for none.
  /// - Returns: false where somebody else published meanwhile.
  func publish(_ policy: PublishedPolicy, expecting expected: Int) throws -> Bool {
    try completeRecord()
    guard let ledger else { throw Self.stopping }
    let publication = JournaledPublication(
      number: policy.number, digest: policy.digest, by: policy.by, override: policy.override)
    try ledger.note(.intended, of: publication)
    do {
      guard try policies.publish(policy, of: app, expecting: expected) else {
        try? ledger.note(.withdrawn, of: publication)
        return false
      }
    } catch {
      try? completeRecord()
      throw error
    }
    try ledger.note(.published, of: publication)
    return true
  }

  /// Compares the journal with the policies, and enters what is missing.
  func completeRecord() throws {
    guard let ledger else { throw Self.stopping }
    try ledger.completeRecord(of: policies.record(of: app))
  }

  private static var stopping: Problem {
    Problem(.stopping, "The server is stopping.", why: "its ledgers are closed").retrying(after: 5)
  }

  /// Closes the ledger after everything that waits was stored.
  func close() throws {
    drain()
    try ledger?.close()
    ledger = nil
    try arrivals.close()
  }
}

/// The events of one request.
struct ReceivedUpload: Sendable {
  let batch: LineBatch
  let origin: ArrivalOrigin
  let received: Timestamp
  /// The device's time at which it was sent, as it wrote it; nil where it does not say.
  let sent: String?
}

/// The requests that wait for an app's writer.
final class WriteQueue: Sendable {
  struct Entry: Sendable {
    let upload: ReceivedUpload
    let continuation: CheckedContinuation<BatchOutcome, any Error>
    var since = ContinuousClock.now
  }

  private struct Content {
    var entries: [Entry] = []
    /// True from the time the writer is woken until it finds the queue empty.
    var isWriting = false
    /// The time at which the writer last finished a group, or was woken.
    var moved = ContinuousClock.now
  }

  private let content = Mutex(Content())

  /// The most that one transaction takes.
  private static let mostLines = 10_000
  private static let mostBytes = 8 << 20

  /// Adds a request; true where the writer has to be woken.
  func add(_ entry: Entry) -> Bool {
    content.withLock { content in
      content.entries.append(entry)
      defer { content.isWriting = true }
      if !content.isWriting { content.moved = .now }
      return !content.isWriting
    }
  }

  /// Takes the requests of the next transaction; nil where none waits.
  func takeGroup() -> [Entry]? {
    content.withLock { content in
      guard !content.entries.isEmpty else {
        content.isWriting = false
        return nil
      }
      var (count, lines, bytes) = (0, 0, 0)
      for entry in content.entries {
        lines += entry.upload.batch.count
        bytes += entry.upload.batch.size
        if count > 0, lines > Self.mostLines || bytes > Self.mostBytes { break }
        count += 1
      }
      defer { content.entries.removeFirst(count) }
      return Array(content.entries.prefix(count))
    }
  }

  /// Notes that the writer finished a group.
  func finished() { content.withLock { $0.moved = .now } }

  /// The time that the oldest request has waited.
  var age: Duration {
    content.withLock { content in content.entries.first.map { .now - $0.since } ?? .zero }
  }

  /// The time since the writer last moved while it has work; zero without work.
  var stall: Duration { content.withLock { $0.isWriting ? .now - $0.moved : .zero } }

  var count: Int { content.withLock { $0.entries.count } }
}
