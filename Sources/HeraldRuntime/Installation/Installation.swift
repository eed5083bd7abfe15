public import Herald
public import HeraldFetch
public import HeraldFormats
public import HeraldInbox
public import HeraldLog

/// One app on one device: it fetches the policy, appends each event to a ledger, decides, and shows prompts.
///
/// Make one for the whole life of the app, and report each event to it (``launched(properties:user:)``,
/// ``foregrounded(busy:)``, …):
///
/// ```swift
/// let herald = Installation(
///   ledger: folder.appendingPathComponent("herald.sqlite").path,
///   publication: Publication(HTTPSource("https://updates.example.com/policy.json")),
///   schedule: .daily,
///   presenter: TerminalPresenter())
/// await herald.launched(properties: ["appPackageName": "com.example.shop", "appVersionName": "1.4.0"])
/// ```
///
/// Each call appends its event to the ledger, decides on the state after the event, and shows the prompt of the
/// decision. The ledger stores that a prompt was shown before the prompt is on the screen, so a replay of the ledger
/// gives the decisions that users saw.
///
/// **A ledger that cannot be written** (the disk is full, another process writes, the file is damaged) makes no call
/// throw. Nothing is shown then, because a showing that isn't stored would be counted wrong in every later decision.
/// Operations may proceed: a full disk locks nobody out of an app. The events wait in memory in their order, at most
/// ``waitingAtMost``, and each later call writes them first. `report` receives the reason.
///
/// The actor runs on a queue of its own. It waits there for the disk and for file locks, so other tasks keep the threads
/// of Swift's cooperative pool.
public actor Installation {
  let path: String
  /// The app's name and version, for launches whose properties lack them.
  let app: [String: String]
  let publication: Publication
  let trust: Trust?
  let inbox: Inbox?
  let schedule: Schedule?
  let backoff: Backoff
  let presenter: (any Presenter)?
  let environment: DeviceEnvironment
  let damagedLedger: DamagedLedger
  let formats: FormatRegistry
  let report: @Sendable (Diagnostic) -> Void
  let observe: @Sendable (ReplayStep) -> Void
  let uploader: Uploader?
  private let givenSource: ExactString?
  private let executor = DispatchQueueExecutor(label: "herald.installation")

  /// The ledger while it can be written; nil until it is open, and after it failed.
  var ledger: InstallationLedger?
  /// The state after the last event in the ledger; the empty state until the ledger is open.
  public internal(set) var state = InstallationState()
  /// The prompt on the screen; nil where none is.
  public internal(set) var onScreen: Showing?
  /// Events that are not in the ledger yet, in order.
  var waiting: [WaitingEvent] = []
  var decider = Decider()
  /// The reason why the ledger cannot be written; nil after a write that succeeded.
  var trouble: Diagnostic?
  var presentation: Task<Void, Never>?
  var lastFetch: LastFetch?
  var lastCheck: DeviceTime?
  var holdOff: HoldOff?
  /// The newest check. Each check waits for the one before, so an older answer never replaces a newer one.
  var lastInTurn: Task<CheckResult, Never>?
  var checksUnderWay = 0
  private var wasOpen = false
  /// The name in use: a new one counts from the next launch on.
  var name: ExactString?
  /// The missing properties that were reported in this process.
  var reportedProperties: Set<String> = []

  /// The most events that wait in memory for the ledger, 200. Later ones are lost, and each loss is reported.
  public static let waitingAtMost = 200

  /// Makes an installation. The first call opens the ledger and asks for the policy; this one touches neither.
  ///
  /// - Parameters:
  ///   - ledger: path of the ledger's file, created where it is missing. Only the app's own process may open it.
  ///   - source: name of the installation in its events. With nil it is the name in the ledger, or in a new ledger a
  ///     random one, stored with the first event.
  ///   - package: the app's name, `appPackageName`, for launches that do not say it. Only Apple's systems know it.
  ///   - version: the app's version, `appVersionName`, for launches that do not say it.
  ///   - publication: the policy's source and its format.
  ///   - trust: the keys whose policies the app accepts; nil for everybody's policies. With it each check also fetches
  ///     the signature file beside the document, and a document that is not signed as it says is refused.
  ///   - inbox: the inbox in which other processes of the app leave their events.
  ///   - schedule: the interval of the checks by ``checkIfDue()``; nil for none.
  ///   - backoff: the wait of ``checkIfDue()`` after a failed fetch, where that is longer than the schedule.
  ///   - upload: the server that receives the events; nil for none.
  ///   - presenter: shows the prompts. Without one the app shows ``onScreen`` itself and calls ``chose(_:)``.
  ///   - environment: clock, ids and random numbers.
  ///   - formats: reads documents into policies, also in formats of the app's own.
  ///   - damagedLedger: the treatment of a ledger that cannot be read.
  ///   - report: receives each problem: a fetch that failed, a document that is refused, a property that is misspelt or
  ///     that rules miss, a ledger that cannot be written. It may run on any thread.
  ///   - observe: receives each event after it is stored, with the state and the decision that follow.
  public init(
    ledger: String, source: String? = nil, package: String? = nil, version: String? = nil, publication: Publication,
    trust: Trust? = nil, inbox: Inbox? = nil,
    schedule: Schedule? = nil, backoff: Backoff = Backoff(), upload: Upload? = nil, presenter: (any Presenter)? = nil,
    environment: DeviceEnvironment = .live,
    formats: FormatRegistry = .standard,
    damagedLedger: DamagedLedger = .leave,
    report: @escaping @Sendable (Diagnostic) -> Void = { _ in },
    observe: @escaping @Sendable (ReplayStep) -> Void = { _ in }
  ) {
    path = ledger
    app = DeviceProperties(packageName: package, versionName: version).byName
    givenSource = source.map { ExactString($0) }
    self.publication = publication
    self.trust = trust
    self.inbox = inbox
    self.schedule = schedule
    self.backoff = backoff
    self.presenter = presenter
    self.environment = environment
    self.formats = formats
    self.damagedLedger = damagedLedger
    self.report = report
    self.observe = observe
    uploader = upload.map { Uploader($0, ledger: ledger, environment: environment) }
  }

  /// A queue of the installation's own, which may block without taking a thread from the cooperative pool.
  public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  /// Opens the ledger now, to find out at once whether it can be written. Every other call opens it where needed.
  ///
  /// - Returns: the installation's name.
  /// - Throws: `LedgerError`, or `LogRefused` where an event in it cannot be read.
  @discardableResult
  public func open() throws -> ExactString {
    if let ledger { return ledger.source }
    let opened = try openedLedger()
    state = try opened.state(formats)
    lastFetch = try opened.lastFetch()
    lastCheck = try opened.lastCheck()
    decider = Decider()
    ledger = opened
    if wasOpen { answerVanishedPrompt() }
    wasOpen = true
    return opened.source
  }

  /// Opens the ledger's file; where that is damaged and the app chose so, it is set aside and a new one begun.
  private func openedLedger() throws -> InstallationLedger {
    do {
      return try namedLedger()
    } catch  where damagedLedger == .setAside && DamagedLedger.isDamage(error) {
      try setAside(after: error)
      return try namedLedger()
    }
  }

  private func namedLedger() throws -> InstallationLedger {
    let ledger = try InstallationLedger(path: path, source: name ?? givenSource) {
      "/installations/\(environment.newID())"
    } rename: {
      name ?? currentName(of: $0)
    }
    name = ledger.source
    return ledger
  }

  /// Renames the damaged ledger, and reports where it is.
  func setAside(after error: any Error) throws {
    let aside = try DamagedLedger.setAside(path, at: environment.now().moment)
    name = nil
    report(
      Diagnostic(
        AppCode.ledgerSetAside, .warning, what: "The ledger was damaged, and a new one begins.", file: aside,
        why: (error as? LedgerError).map { "\($0.diagnostic.what) \($0.diagnostic.why)" } ?? "\(error)",
        fix: "keep that file: what the device saw before is in it alone"))
  }

  /// Closes the ledger, so that another process may write it. The next call opens it again.
  ///
  /// - Throws: `LedgerError`. The ledger counts as closed in any case.
  public func close() throws {
    defer { ledger = nil }
    try ledger?.close()
  }
}
