public import Herald
public import HeraldLog
package import HeraldQuestions

/// Makes an HTML page of a log during its replay: of the installation, or of the fleet where the log has several.
///
/// Replay with it, then call ``html(linking:documents:)``. It keeps the last ``mostEvents`` events of one installation.
/// Of a fleet it keeps no event, only figures that are updated with each event.
///
/// ```swift
/// var report = LogReport(of: "fleet.sqlite")
/// let reader = try LedgerReader(path: "fleet.sqlite", reading: Formats.reading)
/// try reader.replay(visitor: &report)
/// let page = try report.html { try reader.document($0) }
/// ```
public struct LogReport: ReplayVisitor {
  /// The log, or the logs, as commands name them; nil where they cannot be read again.
  private let log: LogName?
  /// The only installation of the page; nil for all.
  private let only: ExactString?
  private var life: DeviceLife?
  private var fleet: FleetFold?
  private var sources = 0
  /// Documents of other installations' events, because a log contains each document only once.
  private var texts: [ExactString: String] = [:]

  /// Sentences about the log that the page shows first, such as that lines are missing.
  public var remarks: [String] = []
  /// The server's additions to a fleet's page; nil for a page without a server.
  package var served: ServedFleet? {
    didSet { fleet?.phones.takesEvents = served?.find != nil }
  }
  /// The arrival of each installation's last event by the clock of a server, where it is known: it shows which clocks are
  /// off.
  package var receipts: [ExactString: Timestamp] = [:]

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - log: the log's name in the commands that the page offers; nil for a page without commands.
  ///   - source: the only installation of the page; nil for all.
  public init(of log: String?, only source: ExactString? = nil) {
    self.init(of: log.map { [$0] } ?? [], only: source)
  }

  /// Makes a report of several logs that are replayed as one.
  ///
  /// - Parameters:
  ///   - logs: their names in the commands that the page offers; none for a page without commands.
  ///   - source: the only installation of the page; nil for all.
  public init(of logs: [String], only source: ExactString? = nil) {
    log = logs.isEmpty ? nil : LogName(logs)
    only = source
    fleet = source == nil ? FleetFold() : nil
  }

  /// True if the page is a fleet's: the log has several installations, and none was chosen.
  public var isFleet: Bool { only == nil && sources > 1 }

  /// The number of installations whose replay has ended.
  public var installations: Int { fleet?.installations ?? endings }
  private var endings = 0

  /// The most events on a device's page, 20,000; the last ones are kept.
  public static var mostEvents: Int { DeviceLife.limit }

  /// Adds an event. It makes a step only for a page of one installation, as that costs more than a fact.
  public mutating func visit(_ moment: inout ReplayMoment) throws {
    if only != nil || sources <= 1 { try add(moment.step()) } else { try fleet?.visit(&moment) }
  }

  /// Adds an event of a device's page.
  private mutating func add(_ step: ReplayStep) throws {
    let source = step.event.source
    if let only, only != source { return keepDocument(of: step.event) }
    if life == nil, sources == 0 { begin(source) }
    if life?.source == source { life?.record(step) } else { secondSource() }
    try fleet?.add(
      step.event.fact, after: step.before.revision, of: source, in: step.state, decision: step.decision,
      visible: step.before.visible, isRepeated: step.before.isOnScreen(step.event.data))
  }

  /// Takes note of an installation whose first events were forgotten.
  public mutating func began(_ source: ExactString, in state: InstallationState) throws {
    try fleet?.began(source, in: state)
  }

  private mutating func keepDocument(of event: Event) {
    guard case .fetchSucceeded(let fetch) = event.data, let digest = fetch.digest, let text = fetch.document else {
      return
    }
    texts[digest] = text
  }

  private mutating func begin(_ source: ExactString) {
    sources = 1
    life = DeviceLife(source)
  }

  private mutating func secondSource() {
    sources = 2
    life = nil
  }

  /// Ends an installation.
  public mutating func ended(_ source: ExactString, in state: InstallationState) throws {
    if let only, only != source { return }
    if life == nil, sources == 0 { begin(source) }
    if sources == 1, life?.source != source { secondSource() }
    endings += 1
    try fleet?.ended(source, in: state)
  }

  /// Adds the figures of several installations.
  ///
  /// - Throws: ``FigureLimitReached``.
  mutating func addPart(_ part: inout FleetFold) throws(FigureLimitReached) {
    secondSource()
    try fleet?.add(&part)
  }

  /// The installations of a fleet that are worth a look: in a force loop, not as decided, with stray buttons, with the
  /// most prompts. At most ten of each; empty for a page of one installation.
  public var worthALook: [ExactString] { isFleet ? fleet?.figures.worth.sources ?? [] : [] }

  /// The policies that the installations of a fleet hold, and the fetches that fail; nil for a page of one installation.
  package var holding: FleetHolding? { isFleet ? fleet?.holding : nil }

  /// The page as HTML. Call it once, after the replay.
  ///
  /// - Parameters:
  ///   - pages: the files of installations' pages beside a fleet's page, such as `device-1.html`, which it links.
  ///   - documents: returns the text of a document with a digest; nil where the log doesn't have it. It is asked for
  ///     documents that no replayed event contains.
  /// - Throws: the errors of `documents`.
  public mutating func html(
    linking pages: [ExactString: String] = [:], documents: (ExactString) throws -> String?
  ) throws -> String {
    if !isFleet {
      var life = life ?? DeviceLife(only ?? "")
      life.end()
      let texts = texts
      try life.documents.complete { try texts[$0] ?? documents($0) }
      return try DevicePage(life: life, log: log, remarks: remarks).html()
    }
    try fleet?.finish(body: documents)
    return try FleetPage(
      figures: fleet?.figures ?? FleetFigures(), phones: fleet?.phones ?? FleetPhones(),
      effects: fleet?.effects.effects() ?? [], log: log, pages: pages, remarks: remarks,
      receipts: receipts, served: served, holding: fleet?.holding ?? FleetHolding()
    ).html()
  }
}

extension LogEvidence {
  /// The sentence of a page about lines that the log lacks; nil for a log that was read whole.
  package var warning: String? {
    let parts = [
      leftOut > 0 ? leftOut.of("bad line was left out", "bad lines were left out") : nil,
      gaps > 0 ? "revisions are missing in \(gaps.of("place"))" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return
      "This log is incomplete: \(parts.joined(separator: ", and ")). What the page says of the time after them, and of "
      + "what was decided, may be wrong."
  }
}
