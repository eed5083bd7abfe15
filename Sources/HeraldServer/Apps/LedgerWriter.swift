import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestions
import Logging
import Synchronization

/// The one writer of an app's ledger: takes all that waits, commits it once, and answers everybody.
actor LedgerWriter {
  private let executor: DispatchQueueExecutor
  private var ledger: Ledger?
  private let arrivals: IntakeLog
  private let app: String
  private let users: UserPseudonyms?
  private let policies: PolicyStore
  private let promises: PromiseStore
  private let metrics: ServerMetrics
  nonisolated let queue = WriteQueue()
  /// The ledger's file, and what it was when it was opened.
  private let path: String
  private let identity: FileIdentity?
  /// The size of the write-ahead log beyond which it is emptied, in bytes.
  private let mostLogBytes: Int
  /// The size of the write-ahead log after the last commit, in bytes.
  nonisolated let logSize = Atomic(0)
  private var nextTrim = ContinuousClock.now
  private var pace = ViewPace(now: .now)
  /// True while a task waits to wake the writer for ``pace``.
  private var isWaitingForViews = false

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// - Throws: `LedgerError` where the ledger cannot be opened for writing.
  init(
    of app: String, path: String, arrivals: IntakeLog, users: UserPseudonyms?, policies: PolicyStore,
    promises: PromiseStore, metrics: ServerMetrics, mostLogBytes: Int
  ) throws {
    self.app = app
    (self.policies, self.promises) = (policies, promises)
    self.path = path
    self.mostLogBytes = mostLogBytes
    self.users = users
    self.metrics = metrics
    executor = DispatchQueueExecutor(label: "herald.writer")
    self.arrivals = arrivals
    let ledger = try Ledger(path: path, pageCache: Self.pageCache)
    // A ledger that is busy now is compared before the next publication.
    _ = try? ledger.completeRecord(of: policies.record(of: app))
    _ = try? ledger.completeRecord(ofPromises: promises.digest())
    self.ledger = ledger
    identity = FileIdentity(path)
    Task { [weak self] in await self?.waitForViews() }
  }

  /// The size of SQLite's page cache, in bytes, for each app (bench row 18). A commit changes few pages, an import
  /// many.
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
        workOnViews()
      } catch {
        queue.finished()
        for entry in group { entry.continuation.resume(throwing: error) }
      }
    }
  }

  private func commit(_ uploads: [ReceivedUpload]) throws -> [BatchOutcome] {
    guard let ledger else { throw Self.stopping }
    guard ledger.isInPlace else { throw Self.gone(app, ledger.path) }
    let start = ContinuousClock.now
    let outcomes = try ledger.append(uploads.map(\.receivedBatch))
    // At once: the events are in the ledger, whatever fails after it.
    changedViews()
    // What went into a file that was removed meanwhile is not acknowledged.
    guard ledger.isInPlace else { throw Self.gone(app, ledger.path) }
    metrics.record(outcomes, seconds: Double((ContinuousClock.now - start).microseconds) / 1e6, app: app)
    for upload in uploads {
      if let sent = upload.sent { metrics.record(sent: sent, received: upload.received, app: app) }
    }
    try arrivals.store(Arrivals(uploads, outcomes, users: users, limits: arrivals.limits))
    trimLog(of: ledger)
    return outcomes
  }

  /// Empties a write-ahead log that readers let grow. They let go of it within a second or two, so the writer waits.
  private func trimLog(of ledger: Ledger) {
    let size = ledger.logSize
    logSize.store(size, ordering: .relaxed)
    guard size > mostLogBytes, nextTrim < .now else { return }
    let isEmpty = (try? ledger.trimLog()) ?? false
    // Another process may keep it. Waiting for that one again and again would stop the appends.
    nextTrim = .now + (isEmpty ? .zero : Self.pauseOfTrims)
    logSize.store(ledger.logSize, ordering: .relaxed)
  }

  private static let pauseOfTrims = Duration.seconds(30)

  private func changedViews() {
    pace.changed(at: .now)
    waitForViews()
  }

  /// Wakes the writer for the next piece of work on the views, which may be done before.
  private func waitForViews() {
    guard pace.isBehind, !isWaitingForViews, ledger != nil else { return }
    isWaitingForViews = true
    Task { [weak self, next = pace.next] in
      try? await Task.sleep(until: next)
      await self?.wokenForViews()
    }
  }

  private func wokenForViews() {
    isWaitingForViews = false
    workOnViews()
    waitForViews()
  }

  /// Brings a part of the views up to date, where it is time.
  private func workOnViews() {
    let start = ContinuousClock.now
    guard let ledger, pace.isDue(at: start) else { return }
    do {
      let isWhole = try LedgerTables.updatePart(ledger, atMost: pace.piece)
      let end = ContinuousClock.now
      pace.worked(for: end - start, isWhole: isWhole, isAwaited: queue.count > 0, at: end)
      ledger.keepsViews = true
      trimLog(of: ledger)
    } catch {
      // Views must not stay without events. Where they cannot be dropped now, the next append does it.
      ledger.keepsViews = false
      try? ledger.dropViews()
      pace.failed(at: .now)
      Logger(label: "herald.views").error(
        "a ledger's views were not brought up to date", metadata: ["app": "\(app)", "why": "\(error)"])
    }
  }

  /// Brings the views up to date at the end. Where that takes longer than ``mostWorkAtEnd``, or fails, they are left
  /// away.
  private func endViews(of ledger: Ledger) {
    let end = ContinuousClock.now + Self.mostWorkAtEnd
    while pace.isBehind {
      guard let isWhole = try? LedgerTables.updatePart(ledger, atMost: ViewPace.longPiece) else {
        try? ledger.dropViews()
        return
      }
      if isWhole || .now > end { return }
    }
  }

  private static let mostWorkAtEnd = Duration.seconds(2)

  /// - Throws: ``Problem`` where the ledger's file was removed or replaced.
  nonisolated func checkPlace() throws { if FileIdentity(path) != identity { throw Self.gone(app, path) } }

  private static func gone(_ app: String, _ path: String) -> Problem {
    Problem(
      .ledgerGone, "The ledger of `\(app)` is not at its place any more.",
      why: "its file was removed or replaced while the server had it open"
    ).retrying(after: 60)
  }

  /// Forgets, in the ledger and in what stands beside it, or only counts what would go.
  func forget(_ what: Forgetting, reason: String, by: String, isDryRun: Bool) throws -> ServedForgetting {
    guard let ledger else { throw Self.stopping }
    let what = named(what)
    let report = try ledger.forget(what, reason: reason, by: by, isDryRun: isDryRun, reading: Formats.reading)
    changedViews()
    let beside = try arrivals.forget(what, isDryRun: isDryRun)
    if !isDryRun { metrics.count(.eventsForgotten, by: report.removed, [("app", app)]) }
    return ServedForgetting(ledger: report, beside: beside)
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

  /// Replaces the promises of the app: enters the intent in the journal, writes the file, and enters the outcome. Both
  /// are on disk after each step, and a later comparison completes what a failure left out.
  ///
  /// - Parameter text: the file's text; nil removes it.
  /// - Returns: false if `text` is nil and the app has no promises.
  func replacePromises(_ text: String?, by author: String) throws -> Bool {
    guard let ledger else { throw Self.stopping }
    let current = try promises.digest()
    try ledger.completeRecord(ofPromises: current)
    if text == nil, current == nil { return false }
    let change = JournaledPromises(digest: text.map { Digest.of($0) }, by: author)
    try ledger.note(.intended, of: change)
    do { try promises.write(text) } catch {
      _ = try? ledger.completeRecord(ofPromises: promises.digest())
      throw error
    }
    try ledger.note(.changed, of: change)
    return true
  }

  private static var stopping: Problem {
    Problem(.stopping, "The server is stopping.", why: "its ledgers are closed").retrying(after: 5)
  }

  /// Closes the ledger after everything that waits was stored.
  func close() throws {
    drain()
    if let ledger { endViews(of: ledger) }
    try ledger?.close()
    ledger = nil
    try arrivals.close()
  }
}
