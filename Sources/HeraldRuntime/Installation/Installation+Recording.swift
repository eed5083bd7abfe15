import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// An event that is not in the ledger yet.
struct WaitingEvent {
  let id: ExactString
  let time: DeviceTime
  /// The salt of the event's line, the same at each attempt to write it.
  let salt: ExactString?
  let data: EventData
  /// True after an append reported an error. The event may be stored nevertheless.
  var wasTried = false
}

/// Records an event: append, fold, decide.
extension Installation {
  /// Writes an event after all waiting events.
  ///
  /// - Parameter data: returns the data for the event's id.
  /// - Returns: the event with the state and the decision after it; nil where it could not be written and waits.
  func record(_ data: (ExactString) -> EventData) -> ReplayStep? {
    let (id, time) = (ExactString(environment.newID()), environment.now())
    let event = WaitingEvent(id: id, time: time, salt: environment.newSalt(), data: data(id))
    // The inbox's events are older than this one.
    let isCaughtUp = catchUp()
    guard waiting.count < Self.waitingAtMost else {
      lose(event)
      return nil
    }
    waiting.append(event)
    return isCaughtUp ? writeWaiting() : nil
  }

  func record(_ data: EventData) -> ReplayStep? { record { _ in data } }

  /// Writes the waiting events and the inbox's; false where the ledger cannot be written.
  func catchUp() -> Bool {
    _ = writeWaiting()
    guard waiting.isEmpty, ledger != nil else { return false }
    return takeInInbox()
  }

  /// Writes the waiting events in their order, up to the first that fails.
  private func writeWaiting() -> ReplayStep? {
    var last: ReplayStep?
    do {
      try open()
      while let event = waiting.first {
        last = try write(event)
        waiting.removeFirst()
      }
      trouble = nil
      return last
    } catch {
      ledgerFailed(with: error)
      return nil
    }
  }

  /// Writes one event; nil where it was stored before and the state contains it.
  private func write(_ waiting: WaitingEvent) throws -> ReplayStep? {
    guard let ledger else { return nil }
    var event = Event(
      id: waiting.id, source: ledger.source, type: ExactString(waiting.data.type?.rawValue ?? ""), time: waiting.time,
      revision: state.revision + 1, salt: waiting.salt, data: waiting.data)
    if waiting.wasTried, let revision = try ledger.revision(of: event) {
      event.revision = revision
      if revision <= state.revision { return nil }
    } else {
      try ledger.append(event)
    }
    return fold(event)
  }

  /// Folds an event of the ledger into the state, and decides where the event asks a question.
  func fold(_ event: Event) -> ReplayStep {
    let before = state
    state.apply(event.fact)
    if let type = event.data.type, EventType.checks.contains(type) { lastCheck = event.time }
    let decision = decider.decide(after: event.data, at: event.time, of: event.source, in: state)
    let step = ReplayStep(event: event, before: before, state: state, decision: decision)
    observe(step)
    uploader?.wake(for: self)
    return step
  }

  /// Drops and reports a ledger that fails. Opening it again shows whether the last append was stored.
  func ledgerFailed(with error: any Error) {
    for index in waiting.indices.prefix(1) { waiting[index].wasTried = true }
    ledger = nil
    let diagnostic = Self.diagnostic(of: error, ledger: path)
    trouble = diagnostic
    if damagedLedger == .setAside, DamagedLedger.isDamage(error), (try? setAside(after: error)) != nil { return }
    report(diagnostic)
    // An event that the ledger refuses would block all later ones, so it is dropped. Where the ledger doesn't open, the
    // next call reports that.
    if error is LogRefused, waiting.first != nil, (try? open()) != nil { lose(waiting.removeFirst()) }
  }

  private func lose(_ event: WaitingEvent) {
    lastFetch = nil
    report(
      Diagnostic(
        AppCode.eventLost, .error,
        what: "The event `\(event.id)` (`\(event.data.type?.rawValue ?? "unknown")`) is lost.",
        file: path, why: trouble.map { "\($0.what) \($0.why)" } ?? "the ledger cannot be written",
        fix: trouble?.fix ?? "check the ledger"))
  }

  private static func diagnostic(of error: any Error, ledger path: String) -> Diagnostic {
    (error as? any DiagnosticError)?.diagnostics.first
      ?? Diagnostic(
        LedgerCode.ledgerFailed, .error, what: "`\(path)` cannot be written.", file: path, why: "\(error)",
        fix: "check the disk and try again")
  }
}

/// Export of the events from the device.
extension Installation {
  /// Writes this device's events to a file, a line of JSON for each, oldest first.
  ///
  /// `herald replay`, `herald why` and a test with `HeraldTesting` read such a file. Attach it to a message for support, or
  /// share it with the system's sheet:
  ///
  /// ```swift
  /// let file = FileManager.default.temporaryDirectory.appendingPathComponent("herald.jsonl")
  /// try await herald.writeLog(to: file.path)
  /// ```
  ///
  /// The lines name the user where the app named one. `herald export --redact` replaces such names.
  ///
  /// - Parameter file: the path of the file. It replaces an older one when it is complete.
  /// - Returns: the number of events.
  /// - Throws: `LedgerError` where the ledger cannot be read, or the system's error where the file cannot be written.
  @discardableResult
  public func writeLog(to file: String) throws -> Int {
    try open()
    _ = catchUp()
    var lines = Data()
    var count = 0
    try LedgerReader(path: path, reading: formats.reading).lines { line in
      lines += Data(line.utf8)
      lines.append(0x0A)
      count += 1
    }
    try lines.write(to: URL(fileURLWithPath: file), options: .atomic)
    return count
  }
}
