import HeraldQuestions
public import Herald
public import HeraldLog

/// Makes the HTML pages of several installations during one replay. Replay only these installations with it.
///
/// ```swift
/// var reports = DeviceReports(of: "fleet.sqlite", eventsOnAPage: 5_000)
/// try reader.replay(ReplayScope(.sources(["/i/1", "/i/2"])), progress: nil, visitor: &reports)
/// let page = try reports.html(of: "/i/1") { try reader.document($0) }
/// ```
public struct DeviceReports: ReplayVisitor {
  private let log: LogName?
  private let most: Int
  private let preferred: ExactString?
  private let eventsOnAPage: Int
  private var lives: [ExactString: DeviceLife] = [:]

  /// Sentences about the log that each page shows first, such as that lines are missing.
  public var remarks: [String] = []
  /// The server's additions to the pages; nil for pages without a server.
  package var served: ServedDevice?

  /// Makes reports.
  ///
  /// - Parameters:
  ///   - log: the log's name in the commands that the pages offer; nil for pages without commands.
  ///   - most: the most installations with a page; installations after the first `most` are ignored.
  ///   - preferred: an installation that has a page wherever it stands in the log; nil for none.
  ///   - eventsOnAPage: the most events on a page; the last ones are kept.
  public init(
    of log: String?, atMost most: Int = .max, preferring preferred: ExactString? = nil,
    eventsOnAPage: Int = LogReport.mostEvents
  ) {
    self.init(of: log.map { [$0] } ?? [], atMost: most, preferring: preferred, eventsOnAPage: eventsOnAPage)
  }

  /// Makes reports of several logs that are replayed as one.
  ///
  /// - Parameters:
  ///   - logs: their names in the commands that the pages offer; none for pages without commands.
  ///   - most: the most installations with a page; installations after the first `most` are ignored.
  ///   - preferred: an installation that has a page wherever it stands in the logs; nil for none.
  ///   - eventsOnAPage: the most events on a page; the last ones are kept.
  public init(
    of logs: [String], atMost most: Int = .max, preferring preferred: ExactString? = nil,
    eventsOnAPage: Int = LogReport.mostEvents
  ) {
    log = logs.isEmpty ? nil : LogName(logs)
    self.most = most
    self.preferred = preferred
    self.eventsOnAPage = eventsOnAPage
  }

  /// Adds an event.
  public mutating func visit(_ moment: inout ReplayMoment) throws { add(try moment.step()) }

  package mutating func add(_ step: ReplayStep) {
    let source = step.event.source
    guard lives[source] != nil || lives.count < most || source == preferred else { return }
    lives[source, default: DeviceLife(source, limit: eventsOnAPage)].record(step)
  }

  /// The page of an installation as HTML. Call it once for each, after the replay.
  ///
  /// - Parameters:
  ///   - fleet: the file of the fleet's page, which the page links; nil for a page that stands alone.
  ///   - documents: returns the text of a document with a digest; nil where the log doesn't have it.
  /// - Throws: the errors of `documents`.
  public mutating func html(
    of source: ExactString, linking fleet: String? = nil, documents: (ExactString) throws -> String?
  ) throws -> String {
    // Taken out, so that its memory is free after the page is made.
    var life = lives.removeValue(forKey: source) ?? DeviceLife(source)
    life.end()
    try life.documents.complete(documents)
    return try DevicePage(life: life, log: log, fleet: fleet, remarks: remarks, served: served).html()
  }
}
