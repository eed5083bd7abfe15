public import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog

/// Checks: fetching the policy and deciding on it.
extension Installation {
  /// Fetches the policy now, decides, and shows the prompt of the decision. Checks run one after the other.
  ///
  /// - Parameters:
  ///   - trigger: the reason for the check; a `heartbeat` never shows anything.
  ///   - user: the change of the user who is signed in, at a login.
  @discardableResult
  public func check(_ trigger: FetchTrigger, user: UserChange = .unchanged) async -> CheckResult {
    checksUnderWay += 1
    defer { checksUnderWay -= 1 }
    return await inTurn(trigger, user)
  }

  /// Checks after all earlier checks have ended.
  private func inTurn(_ trigger: FetchTrigger, _ user: UserChange) async -> CheckResult {
    let before = lastInTurn
    let task = Task {
      _ = await before?.value
      return await ask(trigger, user)
    }
    lastInTurn = task
    return await withTaskCancellationHandler {
      await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func ask(_ trigger: FetchTrigger, _ user: UserChange) async -> CheckResult {
    // Opens the ledger, so that the request contains the validators of the last document.
    _ = catchUp()
    let url = ExactString(publication.source.url)
    let properties = state.profile.properties.map { ($0.name, $0.value) }
    let validators = validators(for: url)
    let answer = await publication.source.fetch(
      FetchRequest(
        validators: validators, properties: Dictionary(properties) { first, _ in first },
        sizeLimit: formats.sizeLimit(of: publication.format), wantsSignature: trust != nil)
    ).completed(with: validators)
    let (data, findings) = written(answer, trigger, user, url: url)
    let before = state
    let step = record(data)
    reportRenewal(data, before, step)
    if step != nil { remember(answer, url: url) }
    holdOff = holdOff(after: answer)
    let cameUp = show(step?.decision)
    let result = result(of: answer, findings, step, step?.decision?.reason == .alreadyVisible ? onScreen : cameUp)
    reportProblems(of: result, step)
    return result
  }

  /// Checks with trigger `schedule` where the schedule says so.
  ///
  /// - Returns: nil where no check is due, or one is running, whatever its trigger.
  @discardableResult
  public func checkIfDue() async -> CheckResult? {
    guard checksUnderWay == 0, let nextCheck = nextCheck(), nextCheck <= environment.now().moment else { return nil }
    checksUnderWay += 1
    defer { checksUnderWay -= 1 }
    return await inTurn(.schedule, .unchanged)
  }

  /// The time at which the schedule's next check is due, now at the earliest; nil without a schedule.
  ///
  /// After failures it is later where the back-off, or the server's `Retry-After`, is longer than the schedule. The
  /// process keeps that wait in memory only.
  public func nextCheck() -> Timestamp? {
    guard let schedule else { return nil }
    _ = catchUp()
    let now = environment.now()
    let due = max(now.moment, schedule.due(after: lastCheck, now: now))
    return max(due, holdOff?.end(at: now.moment) ?? due)
  }

  private func holdOff(after answer: FetchOutcome) -> HoldOff? {
    guard case .failed(let failure) = answer else { return nil }
    return HoldOff(
      after: failure.retryAfter, failures: state.failures, at: environment.now().moment, backoff: backoff,
      random: environment.random())
  }

  /// The validators of the last document, where it has the same address, format and house rules and was accepted.
  ///
  /// A refused document is fetched again, because the app's next version, or other properties, may accept it.
  private func validators(for url: ExactString) -> Validators? {
    guard let lastFetch, state.refused == nil, isVerified, lastFetch.url == url, lastFetch.format == publication.format,
      lastFetch.storeURL == publication.storeURL, lastFetch.houseRules == publication.houseRules
    else { return nil }
    return lastFetch.validators
  }

  /// True if a key that the app trusts signed the policy in force, or if the app requires no signature. Any other
  /// policy is fetched again, so that the answer brings a signature to verify.
  private var isVerified: Bool {
    guard let trust, trust.isRequired else { return true }
    return state.policy?.signature?.keys.contains { trust.keys.contains($0) } ?? false
  }

  private func remember(_ answer: FetchOutcome, url: ExactString) {
    switch answer {
    case .failed: break
    case .document(_, let validators, let signature), .notModified(let validators, let signature):
      let known = lastFetch?.signature
      lastFetch = LastFetch(
        url: url, format: publication.format, storeURL: publication.storeURL,
        houseRules: publication.houseRules, validators: validators,
        signature: signature.map { ExactString($0) } ?? known)
    }
  }

  /// The event of an answer, and the findings in its document.
  private func written(
    _ answer: FetchOutcome, _ trigger: FetchTrigger, _ user: UserChange, url: ExactString
  ) -> (data: EventData, findings: [Diagnostic]) {
    switch answer {
    case .failed(let failure):
      let data = FetchFailed(
        trigger: trigger, url: url, reason: ExactString(failure.reason), status: failure.status, user: user)
      return (.fetchFailed(data), [])
    case .notModified(let validators, let signature):
      // A signature that came before renews nothing, and would fill the ledger.
      let renewal = signature.map { ExactString($0) }
      let data = FetchSucceeded(
        trigger: trigger, url: url, format: publication.format, status: 304,
        etag: validators.etag.map { ExactString($0) }, lastModified: validators.lastModified.map { ExactString($0) },
        storeURL: publication.storeURL, user: user, houseRules: publication.houseRules,
        signature: renewal == lastFetch?.signature ? nil : renewal)
      return (.fetchSucceeded(data), [])
    case .document(let text, let validators, let signature):
      let document = Document(
        text: text, format: publication.format, url: url, storeURL: publication.storeURL,
        houseRules: publication.houseRules)
      let read = formats.read(document)
      let data = FetchSucceeded(
        trigger: trigger, url: url, format: publication.format, etag: validators.etag.map { ExactString($0) },
        lastModified: validators.lastModified.map { ExactString($0) }, storeURL: publication.storeURL, user: user,
        houseRules: publication.houseRules, signature: signature.map { ExactString($0) }, digest: document.digest,
        document: text, reading: read.reading)
      return (.fetchSucceeded(data), read.diagnostics)
    }
  }

  /// The reason why the decision had no new policy; nil where it had one.
  private func failure(of answer: FetchOutcome, _ step: ReplayStep?) -> CheckFailure? {
    if case .failed(let reason) = answer { return .fetch(reason) }
    guard let state = step?.state else { return nil }
    if let refused = state.refused { return .refused(refused) }
    guard let policy = state.policy else { return .fetch(Self.nothingHolds(publication.source.url)) }
    // The policy was accepted before the app gave its package name.
    if step?.decision?.reason == .otherPackage {
      return .refused(DocumentRefusal(digest: policy.digest, reason: .otherPackage))
    }
    return nil
  }

  private static func nothingHolds(_ url: String) -> FetchFailure {
    FetchFailure(
      reason: FetchCode.http.name, status: 304,
      diagnostic: Diagnostic(
        FetchCode.unaskedNotModified, .error, what: "The source says that the document is not modified.", file: url,
        why: "none came before, so none holds", fix: "check the source: it was asked without a condition"))
  }

  /// The result with exactly one of six outcomes, never `none` without a policy.
  private func result(
    of answer: FetchOutcome, _ findings: [Diagnostic], _ step: ReplayStep?, _ showing: Showing?
  ) -> CheckResult {
    var failure = failure(of: answer, step)
    if let trouble, step == nil || (step?.decision?.prompt != nil && showing == nil) {
      failure = .unrecorded(trouble)
    }
    let outcome: CheckOutcome = showing.map { CheckOutcome($0.prompt.kind) } ?? (failure == nil ? .none : .failed)
    return CheckResult(
      outcome: outcome, showing: showing, decision: step?.decision, failure: failure, findings: findings)
  }
}

extension FetchOutcome {
  /// Adds known validators to *not modified*, because the server need not repeat them.
  fileprivate func completed(with known: Validators?) -> FetchOutcome {
    guard case .notModified(var validators, let signature) = self else { return self }
    validators.etag = validators.etag ?? known?.etag
    validators.lastModified = validators.lastModified ?? known?.lastModified
    return .notModified(validators, signature: signature)
  }
}

/// Reports about properties, fetches and documents.
extension Installation {
  /// Reports each name that is probably misspelt: a policy would not find the property, and a forced update not show.
  func reportMisspelt(_ properties: [String: String]) {
    for name in properties.keys.sorted() {
      if let finding = PropertyCode.misspelt(name, .warning) { report(finding) }
    }
  }

  /// Reports why a check brought no policy, what is wrong in the document, and which properties its rules lack.
  func reportProblems(of result: CheckResult, _ step: ReplayStep?) {
    switch result.failure {
    case .fetch(let failure): report(failure.diagnostic)
    case .refused(let refusal):
      result.failure.map { report($0.diagnostic) }
      if refusal.reason == .otherPackage, state.profile[.appPackageName] == nil { reportMissingPackageName() }
    // The ledger's own trouble is reported where it arises.
    case .unrecorded, nil: break
    }
    for finding in result.findings where finding.severity != .note { report(finding) }
    guard let step, let decision = step.decision else { return }
    for missing in MissingProperty.all(in: Explanation(decision.question, in: step.state)) {
      // Each is reported once in a process, because every check would find it again.
      guard reportedProperties.insert(missing.name).inserted else { continue }
      report(missing.diagnostic(in: publication.source.url) { "`\($0)` at the launch" })
    }
  }

  /// Reports a signature that came without a document and renewed nothing.
  func reportRenewal(_ data: EventData, _ before: InstallationState, _ step: ReplayStep?) {
    guard let trust, let step, case .fetchSucceeded(let fetch) = data,
      let fault = RenewalFault(fetch, trusting: trust, in: before, at: step.event.time.moment)
    else { return }
    report(
      Diagnostic(
        AppCode.nothingRenewed, .warning, what: "The signature that came renewed nothing.",
        file: publication.source.url, why: fault.words,
        fix: "publish document and signature together; look at them with `herald verify`"))
  }

  /// Reports that the launch gave no package name, without which every policy is another app's.
  private func reportMissingPackageName() {
    guard reportedProperties.insert(ExactString.appPackageName.string).inserted else { return }
    report(
      Diagnostic(
        PropertyCode.missingProperty, .error, what: "`appPackageName` is not given, and every policy is for one app.",
        file: publication.source.url, why: "a missing property counts as empty, which is not an app's name",
        fix: "give it at the launch, with `appVersionName`"))
  }
}
