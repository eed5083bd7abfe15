import Herald

/// What one installation sees ahead, as if it came for the first time at each moment.
package struct InstallationAhead: Sendable {
  /// A prompt as a look ahead counts it.
  struct Sight: Equatable, Sendable {
    let rule: ExactString
    let kind: PromptKind
    let leadsNowhere: Bool

    var isLockedOut: Bool { kind.isBlocking && leadsNowhere }
  }

  /// A stretch of time in which it sees the same.
  struct Stretch: Sendable {
    /// The first moment.
    let from: Timestamp
    /// Nil for nothing.
    let sight: Sight?
  }

  /// The stretches from the log's end to the horizon, at least one.
  private(set) var stretches: [Stretch] = []
  /// What it sees right behind its own last event.
  let first: Sight?
  /// True if it sees an optional prompt whose deadline has still to begin.
  private(set) var isNotStarted = false

  /// - Parameters:
  ///   - question: at the installation's last event.
  ///   - state: after the life under the other policy, with the policy that a fetch brings.
  init(
    _ question: Question, in state: InstallationState, within outlook: Outlook, _ forecaster: inout Forecaster
  ) {
    func sight(of decision: Decision) -> Sight? {
      decision.prompt.map {
        Sight(rule: $0.rule, kind: $0.kind, leadsNowhere: $0.leadsNowhere(on: state.profile))
      }
    }
    var first: Sight?
    forecaster.follow(question, until: question.now.moment, in: state) { decision, _ in first = sight(of: decision) }
    self.first = first
    var (stretches, isNotStarted): ([Stretch], Bool) = ([], false)
    var question = question
    question.now = DeviceTime(
      moment: max(outlook.from, question.now.moment), offsetMinutes: question.now.offsetMinutes)
    forecaster.follow(question, until: outlook.until, in: state) { decision, hasPendingDeadline in
      isNotStarted = isNotStarted || hasPendingDeadline
      let new = sight(of: decision)
      if let last = stretches.last, last.sight == new { return }
      stretches.append(Stretch(from: decision.question.now.moment, sight: new))
    }
    (self.stretches, self.isNotStarted) = (stretches, isNotStarted)
  }

  /// The first moment from the log's end on at which it is forced; nil for never.
  var forcedFrom: Timestamp? { stretches.first { $0.sight?.kind.isBlocking == true }?.from }

  /// The first moment from the log's end on at which it is locked out; nil for never.
  var lockedOutFrom: Timestamp? { stretches.first { $0.sight?.isLockedOut == true }?.from }

  /// True if it is forced ahead, and was not right behind its own last event.
  var isForced: Bool { forcedFrom != nil && first?.kind.isBlocking != true }

  /// True if it is locked out ahead, and was not right behind its own last event.
  var isLockedOut: Bool { lockedOutFrom != nil && first?.isLockedOut != true }

  /// The moments at which what it sees changes. Who sees nothing at the log's end has no entry there.
  var changes: ArraySlice<Stretch> { stretches.first?.sight == nil ? stretches.dropFirst() : stretches[...] }
}

/// The part of one installation in a look ahead.
package enum AheadPart: Sendable {
  case asked(InstallationAhead)
  /// The clock is off, so that the installation counts nowhere.
  case clockOff
  /// It was silent for too long to be asked.
  case inactive

  /// Nil where the installation was not asked.
  var asked: InstallationAhead? {
    if case .asked(let ahead) = self { return ahead }
    return nil
  }
}

/// What a look ahead needs to know of one installation's past: why it asks, when it was there last, and whence its policy
/// comes.
struct AheadPast: Sendable {
  /// The numbers of fetches by their cause, in the order of ``FetchTrigger``.
  private var fetches = SIMD8<Int32>()
  /// The last event of a known type.
  private(set) var last: DeviceTime?
  /// The last fetch that brought a document or confirmed one, without the document.
  private var lastFetch: FetchSucceeded?

  /// Begins behind events that were forgotten.
  mutating func begin(in state: InstallationState) {
    last = state.lastTime.map { DeviceTime(moment: $0) }
    lastFetch = state.policy.map { policy in
      FetchSucceeded(
        trigger: .launch, url: policy.url ?? "", format: policy.format, storeURL: policy.storeURL,
        houseRules: policy.houseRules)
    }
  }

  mutating func record(_ fact: Fact) {
    if fact.data.type == nil || fact.time.isMissing { return }
    last = fact.time
    if case .fetchSucceeded(let fetch) = fact.data {
      count(fetch.trigger)
      lastFetch = FetchSucceeded(
        trigger: fetch.trigger, url: fetch.url, format: fetch.format, storeURL: fetch.storeURL,
        houseRules: fetch.houseRules, signature: fetch.signature, digest: fetch.digest)
    } else if case .fetchFailed(let fetch) = fact.data {
      count(fetch.trigger)
      if lastFetch == nil { lastFetch = FetchSucceeded(trigger: fetch.trigger, url: fetch.url, format: "") }
    }
  }

  private mutating func count(_ trigger: FetchTrigger) {
    if let index = FetchTrigger.allCases.firstIndex(of: trigger) { fetches[index] += 1 }
  }

  /// The commonest cause of a fetch; a launch where several are as common, or where nothing but heartbeats fetched.
  var trigger: FetchTrigger {
    // The causes stand in the order of the contract, and a launch is the first.
    let counts = FetchTrigger.allCases.enumerated().filter { $0.element != .heartbeat && fetches[$0.offset] > 0 }
    let most = counts.map { fetches[$0.offset] }.max()
    return counts.first { fetches[$0.offset] == most }?.element ?? .launch
  }

  /// The next fetch, without its document.
  var fetch: FetchSucceeded {
    var fetch = lastFetch ?? FetchSucceeded(trigger: .launch, url: "", format: "")
    fetch.trigger = trigger
    return fetch
  }
}
