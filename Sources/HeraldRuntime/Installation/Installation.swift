public import Herald
public import HeraldFetch
public import HeraldLog

/// One app on one device: fetches, appends, decides, shows, and takes the answer, which is the next event.
///
/// Tell it what happens (``launched(properties:user:)``, ``foregrounded(busy:)``, …). Each call appends its event to
/// the ledger, decides on the state after it, and shows what is to be shown; a prompt's showing is in the ledger before
/// the prompt is on the screen, so that the ledger replays to the decisions that were shown.
///
/// **When the ledger cannot be written** (the disk is full, another process writes, the file is damaged) no call throws
/// and nothing is shown: what isn't on record would be counted wrong for ever, and nobody is locked out of an app by a
/// full disk. Operations may proceed. The events wait in memory in their order, at most ``waitingAtMost``, and each
/// later call first writes them down. What is wrong is told to `report`.
public actor Installation {
  let path: String
  let publication: Publication
  let inbox: Inbox?
  let schedule: Schedule?
  let backoff: Backoff
  let presenter: (any Presenter)?
  let surroundings: Surroundings
  let report: @Sendable (Diagnostic) -> Void
  let observe: @Sendable (ReplayStep) -> Void
  private let givenSource: ExactString?

  /// The ledger while it can be written.
  var memory: Memory?
  /// The state after the last event that is in the ledger; the empty one until the ledger is open.
  public internal(set) var state = InstallationState()
  /// The prompt on the screen.
  public internal(set) var onScreen: Showing?
  /// Events that are not in the ledger yet, in order.
  var waiting: [WaitingEvent] = []
  var decider = Decider()
  /// What keeps the ledger from being written; nil where the last event was.
  var trouble: Diagnostic?
  var presentation: Task<Void, Never>?
  var lastFetch: LastFetch?
  var lastCheck: DeviceTime?
  var holdOff: HoldOff?
  /// The check that was asked for last: checks take turns, so that no older answer replaces a newer one.
  var lastInTurn: Task<CheckResult, Never>?
  var checksUnderWay = 0
  private var wasOpen = false

  /// Events that wait for the ledger at most; later ones are lost, and that is reported.
  public static let waitingAtMost = 200

  /// Nothing is opened or asked before the first call.
  ///
  /// - Parameters:
  ///   - ledger: path of the ledger's file, made where there is none; private to the app's process.
  ///   - source: names the installation. Where it is nil, the one that the ledger knows, or a random one that the
  ///     ledger keeps with the first event.
  ///   - publication: where the policy is.
  ///   - inbox: where other processes of the app leave their events.
  ///   - schedule: how often ``checkIfDue()`` checks; nil for never.
  ///   - backoff: how long ``checkIfDue()`` leaves a server alone that failed, where that is longer than the schedule.
  ///   - presenter: shows the prompts; without one the app shows ``onScreen`` itself and tells ``chose(_:)``.
  ///   - report: told of whatever went wrong, from any thread.
  ///   - observe: told of each event once it's in the ledger, with the state and the decision that follow.
  public init(
    ledger: String, source: String? = nil, publication: Publication, inbox: Inbox? = nil, schedule: Schedule? = nil,
    backoff: Backoff = Backoff(), presenter: (any Presenter)? = nil, surroundings: Surroundings = .live,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in },
    observe: @escaping @Sendable (ReplayStep) -> Void = { _ in }
  ) {
    path = ledger
    givenSource = source.map { ExactString($0) }
    self.publication = publication
    self.inbox = inbox
    self.schedule = schedule
    self.backoff = backoff
    self.presenter = presenter
    self.surroundings = surroundings
    self.report = report
    self.observe = observe
  }

  /// Opens the ledger now, to learn at once whether it can be written; every call opens it where it has to.
  ///
  /// - Returns: the installation's name.
  /// - Throws: `LedgerError`, or `LogRefused` where an event in it cannot be read.
  @discardableResult
  public func open() throws -> ExactString {
    if let memory { return memory.source }
    let ledger = try Ledger(path: path)
    let memory = try Memory(ledger, source: givenSource) { "/installations/\(surroundings.newID())" }
    state = try memory.state()
    lastFetch = try memory.lastFetch()
    lastCheck = try memory.lastCheck()
    decider = Decider()
    self.memory = memory
    if wasOpen { answerVanishedPrompt() }
    wasOpen = true
    return memory.source
  }

  /// Lets go of the ledger, so that another process may write it. The next call opens it again.
  ///
  /// - Throws: `LedgerError`; the ledger is let go of in any case.
  public func close() throws {
    defer { memory = nil }
    try memory?.ledger.close()
  }
}
