import ArgumentParser
import Herald
import HeraldLog
import HeraldPages
import HeraldQuestions

struct ReportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "report",
    abstract: "Pages to look at: a device's timeline with every state and why, or a fleet's figures.",
    discussion: """
      A log of one installation, or --source, becomes the device's page: what happened, a slider through its revisions \
      with the state and what changed, each prompt with its why and whether it was shown as decided, a search, two \
      revisions side by side, and the documents with the places marked that decided. #r9 at the end of its address \
      opens it at revision 9, #r9-r12 compares both.

      A log of several installations becomes the fleet's page: prompts over time, adoption by version, the way from \
      shown to updated, what blocks most, and which installations to look at. If the output is a folder, the fleet's \
      page links the pages of these installations: at most 10 each of those in a force loop, not as decided, with \
      stray buttons, and with the most prompts.

      A page uses no network, runs only its own script, and is the same for the same log. A device's page has at most \
      \(LogReport.mostEvents.grouped) events (in a folder \(Self.eventsInAFolder.grouped)), the last ones, and says \
      what it leaves out; --until shows an earlier part.

      With --format json it prints what it wrote; `devices` counts the linked pages of a folder, `policies` says how \
      many installations of a fleet have each in force, and `failing` how many ended with fetches that failed, by the \
      reason of the last, and since when the first of them:
        {"page":"fleet","file":"site/index.html",…,"devices":12,
          "policies":[{"digest":"sha256:…",…,"installations":120}],
          "failing":[{"reason":"offline","installations":3,"since":"2026-03-…"}]}

      Examples:
        herald report phone.jsonl -o report.html --open
        herald report fleet.sqlite --source 7f3a -o phone.html
        herald report fleet.jsonl.gz -o site/
      """)

  @OptionGroup var input: LogArguments

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; a folder, or a path that ends with /, for linked pages; - for standard output.",
      valueName: "file"), completion: .file(extensions: ["html"]))
  var output: String

  @Flag(help: "Replace a file that exists, or the pages of an earlier report.")
  var force = false

  @Flag(help: "Open the page in the default browser.")
  var open = false

  @Option(
    help: ArgumentHelp(
      "The installation: its name, a user, or a part of its name that no other has.", valueName: "source"),
    completion: .source)
  var source: String?

  @Option(
    help: ArgumentHelp(
      "Stop in each stream after this revision, or before the first event later than this time.",
      valueName: "revision|time"),
    completion: .free, transform: UntilText.read)
  var until: ReplayLimit?

  @OptionGroup var threads: JobsOption
  @OptionGroup var reading: ReadingFlags
  @OptionGroup var format: OutputOptions

  /// The most events on each linked page of a folder.
  private static let eventsInAFolder = 5000

  func validate() throws {
    if open, output == "-" { throw ValidationError("--open opens a file. Name one with -o.") }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      // Checks the output first, so that the command fails before it reads a long log.
      let target = try ReportOutput(output, replaces: force, sparing: input.logs)
      let events = try LoggedEvents(input.logs, reading: reading.options).needingEvents()
      let written =
        try source.map { try writeDevice(ExactString($0), of: events, to: target) } ?? writeAll(events, to: target)
      guard let file = target.firstFile(output) else { return }
      try StandardOutput.write(format.isJSON ? written.json(file) : written.words(file))
      if open { Browser.open(file) }
    }
  }

  /// The logs in the commands of a page; none for standard input, which cannot be read again.
  private var namedLogs: [String] { input.logs.contains("-") ? [] : input.logs }

  private func writeDevice(_ text: ExactString, of events: LoggedEvents, to target: ReportOutput) throws
    -> WrittenReport
  {
    let events = try events.naming([text])
    let source = try events.installation(text)
    var report = DeviceReports(of: namedLogs, atMost: 1, preferring: source)
    try events.replay(events.candidates([text]), until: until, visitor: &report)
    try events.tellForgotten()
    report.remarks = [events.evidence?.warning].compactMap(\.self)
    let page = try report.html(of: source) { try events.document($0) }
    try target.finish(with: page)
    return WrittenReport(isFleet: false, bytes: page.utf8.count, installations: 1)
  }

  private func writeAll(_ events: LoggedEvents, to target: ReportOutput) throws -> WrittenReport {
    var report = try replay(events)
    try events.tellForgotten()
    if report.installations == 0 { throw events.noneAsked(until: until) }
    report.remarks = [events.evidence?.warning].compactMap(\.self)
    var written = WrittenReport(isFleet: report.isFleet, bytes: 0, installations: report.installations)
    written.holding = report.holding
    var pages: [ExactString: String] = [:]
    if case .folder(let folder) = target, report.isFleet {
      for (index, source) in report.worthALook.enumerated() {
        pages[source] = ReportOutput.name(of: source, number: index + 1)
      }
      try writeDevices(pages, of: events, to: folder, remarks: report.remarks)
      written.devices = pages.count
    }
    let page = try report.html(linking: pages) { try events.document($0) }
    try target.finish(with: page)
    written.bytes = page.utf8.count
    return written
  }

  /// Replays all installations: on several threads, unless a figure reaches its limit.
  private func replay(_ events: LoggedEvents) throws -> LogReport {
    var report = LogReport(of: namedLogs)
    do {
      try events.fold(into: &report, until: until, inAnyOrder: true, jobs: threads.count)
    } catch is FigureLimitReached {
      report = LogReport(of: namedLogs)
      try events.replay(until: until, inAnyOrder: true, visitor: &report)
    }
    return report
  }

  /// Reads the log a second time, for the pages of a few installations.
  private func writeDevices(
    _ pages: [ExactString: String], of events: LoggedEvents, to folder: PageFolder, remarks: [String]
  ) throws {
    let second = try events.again()
    var reports = DeviceReports(of: namedLogs, eventsOnAPage: Self.eventsInAFolder)
    reports.remarks = remarks
    try second.replay(.sources(Set(pages.keys)), until: until, visitor: &reports)
    for (source, name) in pages {
      let page = try reports.html(of: source, linking: ReportOutput.index) { try second.document($0) }
      try folder.write(page, to: name)
    }
  }
}

/// The result of `herald report`, in words and as JSON.
struct WrittenReport {
  let isFleet: Bool
  /// The size of the page in which a reader begins.
  var bytes: Int
  let installations: Int
  /// The linked pages of a folder; nil where the page stands alone.
  var devices: Int?
  /// The policies in force, and the fetches that fail; nil for the page of one installation.
  var holding: FleetHolding?

  func words(_ file: String) -> String {
    let about = isFleet ? installations.of("installation", "installations") : "one installation"
    let linked = devices.map { ", \($0.of("page", "pages")) of installations that are worth a look" } ?? ""
    return "\(file.shown): \(about)\(linked), \((bytes / 1024 + 1).grouped) KiB. Open it in a browser.\n"
      + (holding?.sentences ?? []).map { $0 + "\n" }.joined()
  }

  func json(_ file: String) -> String {
    var writer = JSONWriter()
    writer.line {
      $0.member("page", isFleet ? "fleet" : "device")
      $0.member("file", file)
      $0.member("bytes", bytes)
      $0.member("installations", installations)
      if let devices { $0.member("devices", devices) }
      holding?.write(into: &$0)
    }
    return writer.string
  }
}
