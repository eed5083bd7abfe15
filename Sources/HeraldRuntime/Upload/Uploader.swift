import Herald
import HeraldFetch
import HeraldFormats
import HeraldInbox
import HeraldLog

/// Sends what lies behind the last receipt, beside the installation's own work.
actor Uploader {
  let upload: Upload
  let ledger: String
  let environment: DeviceEnvironment
  let endpoint: HTTPEndpoint
  /// The number of events that are sent at once; fewer after a server said that they are too many.
  var eventsAtOnce: Int
  private let withheld: ForgottenText?
  private var receipts: UploadReceipts?
  /// The newest call. Each waits for the one before, so that two never send the same lines.
  private var last: Task<UploadStatus, Never>?
  let alarm = Locked(UploadAlarm.off)
  private let executor = DispatchQueueExecutor(label: "herald.upload")

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// The most requests of one call without a step forward.
  static let fruitlessAtMost = 4

  init(_ upload: Upload, ledger: String, environment: DeviceEnvironment) {
    self.upload = upload
    self.ledger = ledger
    self.environment = environment
    eventsAtOnce = max(1, upload.eventsAtOnce)
    endpoint = HTTPEndpoint(
      upload.address, over: upload.transport ?? Upload.platformTransport, options: upload.http,
      usesCostlyNetworks: upload.usesCostlyNetworks)
    let names = upload.withheldProperties.map { ExactString($0) }
    withheld = names.isEmpty ? nil : ForgottenText(properties: names)
  }

  /// Sends everything that may be sent now.
  ///
  /// - Parameter isPatient: true ends the call before the first request while a wait is not over.
  func send(for owner: any UploadOwner, isPatient: Bool = true) async -> UploadStatus {
    let before = last
    let task = Task {
      _ = await before?.value
      let status = await run(for: owner, isPatient: isPatient)
      for finding in status.findings { owner.tell(finding) }
      upload.progressed(status)
      return status
    }
    last = task
    return await task.value
  }

  private func run(for owner: any UploadOwner, isPatient: Bool) async -> UploadStatus {
    do {
      let source = try await owner.nameOfStream()
      let receipts = try opened()
      var run = UploadRun(
        source: source, receipt: try receipts.receipt(of: source, at: endpoint.url), receipts: receipts, uploader: self)
      let successor = try receipts.name(of: source)
      if successor != source { return run.ended(.renamed(successor)) }
      return try await run.sendAll(for: owner, isPatient: isPatient)
    } catch {
      receipts = nil
      var status = UploadStatus(standing: .failed, acknowledged: 0)
      status.findings = (error as? any DiagnosticError)?.diagnostics ?? []
      return status
    }
  }

  private func opened() throws -> UploadReceipts {
    if let receipts { return receipts }
    let opened: UploadReceipts
    do { opened = try UploadReceipts(ledger: ledger) } catch  where DamagedLedger.isDamage(error) {
      // Without receipts everything is sent once more, which is safe.
      _ = try DamagedLedger.setAside(UploadReceipts.path(ledger: ledger), at: now.moment)
      opened = try UploadReceipts(ledger: ledger)
    }
    receipts = opened
    return opened
  }

  nonisolated var now: DeviceTime { environment.now() }

  /// The next lines of a stream as they are sent, from the ledger's file and not from the installation, which would have
  /// to wait.
  func lines(of source: ExactString, after revision: Int, atMost count: Int) throws -> [StreamLine] {
    let reader = try LedgerReader(path: ledger, reading: Formats.reading)
    let lines = try reader.lines(of: source, after: revision, atMost: count, bytes: max(1, upload.bytesAtOnce))
    guard let withheld else { return lines }
    return lines.map { line in
      let bytes = line.bytes.withBorrowedBytes { withheld.line($0, isSaltedAnew: false) }
      return StreamLine(revision: line.revision, bytes: bytes ?? line.bytes)
    }
  }

  /// Sends fewer events at once; false where it is one already.
  func sendFewer(than count: Int) -> Bool {
    guard count > 1 else { return false }
    eventsAtOnce = max(1, count / 2)
    return true
  }
}

/// The state of an ``Uploader`` that sends by itself.
enum UploadAlarm {
  case off
  /// It sends, or waits until it may.
  case on
  /// It sends, and another event came meanwhile.
  case onAgain
}

/// Sending by itself, as events come.
extension Uploader {
  /// Begins to send, unless it does so already. Returns at once.
  nonisolated func wake(for owner: any UploadOwner) {
    guard upload.isAutomatic else { return }
    let isOff = alarm.with { alarm in
      defer { alarm = alarm == .off ? .on : .onAgain }
      return alarm == .off
    }
    guard isOff else { return }
    Task { [weak owner] in
      repeat {
        guard let wait = await self.work(for: owner) else { continue }
        // A phone that sleeps meanwhile sends when it wakes up.
        try? await Task.sleep(for: wait)
      } while self.isOnAgain()
    }
  }

  /// Sends once; returns the wait before the next time, nil for none.
  private func work(for owner: (any UploadOwner)?) async -> Duration? {
    guard let owner else { return nil }
    guard case .waiting(let until) = await send(for: owner).standing else { return nil }
    alarm.with { $0 = .onAgain }
    return .milliseconds(max(0, until.milliseconds - now.moment.milliseconds))
  }

  /// Returns true to send once more; turns the alarm off otherwise.
  private nonisolated func isOnAgain() -> Bool {
    alarm.with { alarm in
      defer { alarm = alarm == .onAgain ? .on : .off }
      return alarm == .onAgain
    }
  }
}

/// The owner of the events that an ``Uploader`` sends.
protocol UploadOwner: AnyObject, Sendable {
  /// The name of the stream, once the ledger is open.
  func nameOfStream() async throws -> ExactString

  /// Records that a server contradicts itself; false where the ledger cannot be written.
  func record(_ contradiction: Contradiction) async -> Bool

  /// Reports a finding to the app.
  func tell(_ finding: Diagnostic)
}
