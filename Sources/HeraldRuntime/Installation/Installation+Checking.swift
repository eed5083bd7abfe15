public import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog

/// Asking for the policy.
extension Installation {
  /// Asks for the policy now, and shows what follows.
  ///
  /// - Parameters:
  ///   - trigger: why; a `heartbeat` never shows anything.
  ///   - user: who is signed in from now on, at a login.
  @discardableResult
  public func check(_ trigger: FetchTrigger, user: UserChange = .unchanged) async -> CheckResult {
    // Opens the ledger, so that the request knows what came last.
    _ = catchUp()
    let url = ExactString(publication.source.url)
    let properties = state.profile.properties.map { ($0.name, $0.value) }
    let answer = await publication.source.fetch(
      FetchRequest(validators: validators(for: url), properties: Dictionary(properties) { first, _ in first }))
    let step = record(data(of: answer, trigger, user, url: url))
    if step != nil { remember(answer, url: url) }
    let cameUp = show(step?.decision)
    return result(of: answer, step, step?.decision?.reason == .alreadyVisible ? onScreen : cameUp)
  }

  /// Checks with trigger `schedule` where the schedule says that it's time.
  ///
  /// - Returns: nil where no check is due, or one is under way.
  @discardableResult
  public func checkIfDue() async -> CheckResult? {
    guard !isCheckingOnSchedule, let nextCheck = nextCheck(), nextCheck <= surroundings.now().moment else { return nil }
    isCheckingOnSchedule = true
    defer { isCheckingOnSchedule = false }
    return await check(.schedule)
  }

  /// When the schedule's next check is due, now at the earliest; nil without a schedule.
  public func nextCheck() -> Timestamp? {
    guard let schedule else { return nil }
    _ = catchUp()
    let now = surroundings.now()
    return max(now.moment, schedule.due(after: lastCheck, now: now))
  }

  /// What the server may recognise: only of the same address, read in the same way.
  private func validators(for url: ExactString) -> Validators? {
    guard let lastFetch, lastFetch.url == url, lastFetch.format == publication.format else { return nil }
    return lastFetch.validators
  }

  private func remember(_ answer: FetchOutcome, url: ExactString) {
    switch answer {
    case .failed: break
    case .document(_, let validators):
      lastFetch = LastFetch(url: url, format: publication.format, validators: validators)
    case .notModified(var validators):
      // A server need not repeat what it said of the document that still holds.
      let known = self.validators(for: url)
      validators.etag = validators.etag ?? known?.etag
      validators.lastModified = validators.lastModified ?? known?.lastModified
      lastFetch = LastFetch(url: url, format: publication.format, validators: validators)
    }
  }

  /// What is written down of an answer.
  private func data(
    of answer: FetchOutcome, _ trigger: FetchTrigger, _ user: UserChange, url: ExactString
  ) -> EventData {
    switch answer {
    case .failed(let failure):
      return .fetchFailed(
        FetchFailed(
          trigger: trigger, url: url, reason: ExactString(failure.reason), status: failure.status, user: user))
    case .notModified(let validators):
      return .fetchSucceeded(
        FetchSucceeded(
          trigger: trigger, url: url, format: publication.format, status: 304,
          etag: validators.etag.map { ExactString($0) }, storeURL: publication.storeURL, user: user))
    case .document(let text, let validators):
      let document = Document(text: text, format: publication.format, url: url, storeURL: publication.storeURL)
      return .fetchSucceeded(
        FetchSucceeded(
          trigger: trigger, url: url, format: publication.format, etag: validators.etag.map { ExactString($0) },
          storeURL: publication.storeURL, user: user, digest: document.digest, document: text,
          reading: Formats.read(document).reading))
    }
  }

  /// Exactly one of six, and never *none* where the policy could not be had.
  private func result(of answer: FetchOutcome, _ step: ReplayStep?, _ showing: Showing?) -> CheckResult {
    var failure: CheckFailure?
    if case .failed(let reason) = answer {
      failure = .fetch(reason)
    } else if let refused = step?.state.refused {
      failure = .refused(refused)
    }
    if let trouble, step == nil || (step?.decision?.prompt != nil && showing == nil) {
      failure = .unrecorded(trouble)
    }
    let outcome: CheckOutcome = showing.map { CheckOutcome($0.prompt.kind) } ?? (failure == nil ? .none : .failed)
    return CheckResult(outcome: outcome, showing: showing, decision: step?.decision, failure: failure)
  }
}
