import Herald
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldPages
@testable import HeraldQuestions

@Suite("A fleet's page")
struct FleetPageTests {
  private static let document = """
    {"packageName":"com.example.app","updates":[{"id":7,"targetVersion":"2.0","forceUpdate":true,\
    "targetWebsiteUrl":"https://example.com/","descriptions":{"en":"Update"}}]}
    """

  /// The life of an installation that sees a force three times and answers `update` twice.
  ///
  /// - Parameter updates: whether it is launched as 2.0 afterwards.
  private static func life(_ source: String, updates: Bool) -> [String] {
    func shown(_ revision: Int) -> [String] {
      [
        line(
          revision, "prompt.shown", #"{"prompt":"p-\#(revision)","rule":"update:7","kind":"force"}"#, source: source),
        line(revision + 1, "button.chosen", #"{"prompt":"p-\#(revision)","button":"update"}"#, source: source),
        line(revision + 2, "app.foregrounded", source: source),
      ]
    }
    let start = [
      line(1, "app.launched", launched("1.0"), source: source),
      line(2, "fetch.succeeded", fetched(document), source: source),
    ]
    let end =
      updates
      ? line(9, "app.launched", launched("2.0"), source: source, at: "2026-03-05T00:00:00Z")
      : line(9, "prompt.shown", #"{"prompt":"p-9","rule":"update:7","kind":"force"}"#, source: source)
    return start + shown(3) + shown(6) + [end]
  }

  private static let fleet = life("/i/a", updates: true) + life("/i/b", updates: false) + life("/i/c", updates: false)

  private func figures() throws -> FleetFigures {
    var analysis = Analysis(FleetFigures.tables, rows: FleetFigures())
    try replay(Self.fleet, &analysis)
    try analysis.finish { _ in nil }
    return analysis.rows
  }

  @Test("A fleet's page accuses nobody behind missing revisions, and does not say that all did what was decided")
  func fleetPageBehindAGap() throws {
    let lost = Self.fleet.filter { !($0.contains("/i/a") && $0.contains("\"e-5\"")) }
    let page = try page(of: lost, isPartial: true)
    #expect(!page.contains("All did what was decided."))
    #expect(page.contains("1 installation has prompts that cannot be judged, because revisions are missing."))
  }

  @Test("A fleet's page is the same however many installations are folded at once", arguments: [1, 2])
  func fleetPageIsIndependentOfBatches(_ most: Int) throws {
    #expect(try page(of: Self.fleet, atOnce: most) == page(of: Self.fleet))
    let mixed = Corpus.mixed.split(separator: "\n").map(String.init)
    #expect(try page(of: mixed, atOnce: most) == page(of: mixed))
  }

  @Test("A fleet's page adds up what was shown, accepted and updated")
  func fleetPageAddsUpOutcomes() throws {
    let figures = try figures()
    let force = try #require(figures.kinds[.force])
    #expect((figures.installations, figures.events, figures.decisions) == (3, 27, 9))
    #expect((force.shown, force.accepted, force.acceptedAndUpdated, force.updated) == (8, 6, 2, 2))
    // The first showing was on the second of March, the launch as 2.0 on the fifth: within three days.
    #expect(force.times == [0, 0, 1, 0, 0, 0, 0])
    #expect(force.half == "3 days")
    #expect(figures.causes == [.forced: 1])
  }

  @Test("A fleet's page says which policy is in force on how many installations, and why the fetches of others fail")
  func fleetPageCountsPoliciesAndFailures() throws {
    let failing = (9...10).map { revision in
      line(
        revision, "fetch.failed",
        #"{"trigger":"schedule","url":"u","reason":"http","status":\#(revision == 9 ? 404 : 503)}"#,
        source: "/i/d", at: "2026-03-0\(revision - 4)T00:00:00Z")
    }
    let quiet = Array(Self.life("/i/d", updates: true).prefix(8)) + failing
    let fleet = Self.fleet + quiet + [line(1, "app.launched", launched("1.0"), source: "/i/e")]
    let page = try page(of: fleet)
    let digits = Digest.of(Self.document).string.dropFirst("sha256:".count).prefix(12)
    #expect(page.contains("is in force on 80 % of 5 installations; 1 policy in all."))
    #expect(page.contains("<th scope=\"row\">\(digits)</th><td class=\"number\">4</td>"))
    #expect(page.contains("<th scope=\"row\">none</th><td class=\"number\">1</td>"))
    #expect(page.contains("The last fetches of 1 installation failed, 20 % of all; most often “http (status 503)”."))
    #expect(page.contains("<th scope=\"row\">since 2026-03-05</th><td class=\"number\">1</td>"))
    #expect(!page.contains("/search?"))
  }

  @Test(
    "An installation counts once in a bin of days, however many of them it was seen on",
    arguments: [(1...1, 1), (1...3, 2), (2...3, 2), (4...9, 1), (1...9, 2), (10...12, 0)])
  func installationsOfBins(_ days: ClosedRange<Int>, _ installations: Int) {
    var counted = PhoneDays()
    counted.add([1, 2, 3])
    var other = PhoneDays()
    other.add([3, 9])
    counted.add(other)
    #expect(counted.installations(on: days) == installations)
  }

  @Test("A fleet's page counts prompts by user and day")
  func fleetPageCountsPromptsByUserAndDay() throws {
    let days = try figures().userDays
    // Three installations asked on one day each: one saw two prompts, two saw three.
    #expect(days.distribution == [0, 0, 1, 2, 0, 0])
    #expect(days.prompts == 8)
    #expect(days.most == 3)
  }

  @Test("A fleet's page lists installations in a force loop, most frequent first, then by name")
  func fleetPageListsForceLoops() throws {
    let worth = try figures().worth
    #expect(worth.locked.entries.map(\.source) == ["/i/b", "/i/c"])
    #expect(worth.locked.count == 2)
    #expect(worth.locked.entries.allSatisfy { $0.words == "3 times, last update:7, on the screen at the end" })
    #expect(worth.deviating.count == 0)
    #expect(worth.prompted.entries.map(\.source) == ["/i/b", "/i/c", "/i/a"])
    #expect(worth.sources == ["/i/b", "/i/c", "/i/a"])
  }

  @Test("A fleet's page shows the share of each version over time")
  func fleetPageShowsAdoption() throws {
    let adoption = try figures().adoption
    let bins = DayBins(covering: Array(adoption.changes.values))
    #expect((bins.date(of: 0), bins.lastDate, bins.size) == ("2026-03-02", "2026-03-05", 1))
    let curves = adoption.curves(over: bins, atMost: 5)
    #expect(curves.map(\.version) == ["1.0", "2.0"])
    #expect(curves.map(\.installations) == [2, 1])
    #expect(curves[1].shares == [0, 0, 0, 1.0 / 3])
  }

  @Test("A fleet's page has a table behind each picture, and the command that opens an installation")
  func fleetPagesPicturesHaveTables() throws {
    let page = try HeraldPagesTests.page(of: Self.fleet)
    #expect(page.matches(of: #/<figure /#).count == 7)
    #expect(page.matches(of: /<svg class="chart"[^>]*role="img" aria-label="[^"]+"/).count == 7)
    #expect(
      page.matches(of: /<details><summary[^>]*>The numbers<\/summary>\s*<div class="scroll"[^>]*><table>/).count == 7)
    #expect(page.contains("herald report phone.jsonl --source /i/b -o installation.html"))
    #expect(page.contains("2 installations are held by a prompt that came 3 times or more without an update."))
    #expect(try HeraldPagesTests.page(of: Self.fleet) == page)
  }

  @Test("A fleet's page lists installations that did not do what was decided, and stray buttons")
  func fleetPageListsDeviations() throws {
    let start = Array(Self.life("/i/d", updates: true).prefix(2))
    // Two returns without a showing; then a showing that nothing asked for after the first.
    let deviating =
      start + [3, 4].map { line($0, "app.foregrounded", source: "/i/d") }
      + [5, 6].map {
        line($0, "prompt.shown", #"{"prompt":"p-\#($0)","rule":"update:7","kind":"force"}"#, source: "/i/d")
      } + [line(7, "button.chosen", #"{"prompt":"p-none","button":"later"}"#, source: "/i/d")]
    var analysis = Analysis(FleetFigures.tables, rows: FleetFigures())
    try replay(deviating, &analysis)
    try analysis.finish { _ in nil }
    let worth = analysis.rows.worth
    #expect(worth.deviating.entries.map(\.words) == ["1 shown, 2 not shown"])
    #expect(worth.stray.entries.map(\.words) == ["1 button"])
  }

  @Test("A fleet's page links the pages beside it, which link back")
  func fleetPageLinksDevicePages() throws {
    var report = LogReport(of: "phone.jsonl")
    try replay(Self.fleet, &report)
    let sources = report.worthALook
    #expect(sources == ["/i/b", "/i/c", "/i/a"])
    let fleet = try report.html(linking: ["/i/b": "device-01-i-b.html"]) { _ in nil }
    #expect(fleet.contains(#"<a href="device-01-i-b.html">/i/b</a>"#))
    #expect(fleet.contains("herald report phone.jsonl --source /i/c"))
    var reports = DeviceReports(of: "phone.jsonl")
    try replay(Self.fleet, &reports)
    let device = try reports.html(of: "/i/b", linking: "index.html") { _ in nil }
    #expect(device.contains(#"<a href="index.html">"#))
    #expect(try device.replacing(/<nav.*<\/nav>\n/, with: "") == HeraldPagesTests.page(of: Self.fleet, only: "/i/b"))
  }

  @Test("A fleet's page is a device's page where one installation is asked for")
  func singleInstallationGetsADevicesPage() throws {
    let page = try HeraldPagesTests.page(of: Self.fleet, only: "/i/b")
    #expect(page.contains("Herald report · one installation"))
    #expect(page.contains("<h1>/i/b</h1>"))
    #expect(!page.contains("/i/c"))
  }

  @Test("A device's page has the documents that only another installation's event carries")
  func devicePageHasDocumentsOfOthers() throws {
    let digestAlone = Self.fetchWithoutText
    let log =
      Self.life("/i/a", updates: true) + [
        line(1, "app.launched", launched("1.0"), source: "/i/d"),
        line(2, "fetch.succeeded", digestAlone, source: "/i/d"),
      ]
    let page = try HeraldPagesTests.page(of: log, only: "/i/d")
    #expect(page.contains(#""text":"{\"packageName\":"#))
  }

  /// A fetch of the same document by its digest alone, as all but the first in a log.
  private static var fetchWithoutText: String {
    fetched(document).replacing(",\"document\":\(text(document))", with: "")
  }
}

@Suite("Days in a picture")
struct DayBinsTests {
  private func counts(_ days: [Int: Int]) -> DayCounts {
    days.sorted { $0.key < $1.key }.reduce(into: DayCounts()) { $0.add($1.value, on: $1.key) }
  }

  @Test(
    "Day bins get wider as the number of days exceeds what a picture can show",
    arguments: [(1, 1, 1), (62, 1, 62), (63, 7, 9), (434, 7, 62), (435, 30, 15), (4000, 34, 118)])
  func dayBinsGrowWithTheSpan(_ span: Int, _ size: Int, _ count: Int) {
    let bins = DayBins(covering: [counts([100: 1]), counts([100 + span - 1: 1])])
    #expect((bins.first, bins.size, bins.count) == (100, size, count))
  }

  @Test("Day bins leave out days that are decades off, and count what they leave out")
  func dayBinsLeaveOutAWrongClock() {
    var days = Dictionary(uniqueKeysWithValues: (20_000..<20_030).map { ($0, 100) })
    days[0] = 2
    days[70_000] = 1
    let all = counts(days)
    let bins = DayBins(covering: [all])
    #expect((bins.first, bins.count, bins.size) == (20_000, 30, 1))
    let sums = bins.sums(all)
    #expect(sums.bins == [Int](repeating: 100, count: 30))
    #expect(sums.outside == 3)
    // An installation that changed at such a time is still counted as changed.
    #expect(bins.running(all).last == 3003)
  }

  @Test("Too many versions of a picture are grouped by their leading numbers")
  func manyVersionsAreGrouped() {
    var adoption = AdoptionFigures()
    for minor in 0..<4 {
      for patch in 0..<5 { adoption.began(with: ExactString("2.\(minor).\(patch)"), on: 10) }
    }
    adoption.began(with: nil, on: 10)
    let bins = DayBins(covering: Array(adoption.changes.values))
    #expect(
      adoption.curves(over: bins, atMost: 6).map(\.version) == ["2.0.x", "2.1.x", "2.2.x", "2.3.x", "no version"])
  }
}

@Suite("Numbers on a page")
struct PageNumberTests {
  @Test("A page's numbers have thousands separators, percentages and two decimals")
  func numbersAreWrittenForPeople() {
    #expect([0, 999, 1000, 1_234_567, -1000].map(\.grouped) == ["0", "999", "1,000", "1,234,567", "−1,000"])
    #expect([0, 1, 50, 199, 200].map { $0.percent(of: 200) } == ["0 %", "under 1 %", "25 %", "over 99 %", "100 %"])
    #expect([0, 0.004, 0.05, 1.5, 33.333, -2].map(SVG.number) == ["0", "0", "0.05", "1.5", "33.33", "-2"])
    #expect(1.of("prompt") == "1 prompt")
    #expect(2000.of("prompt") == "2,000 prompts")
  }
}

extension FleetPageTests {
  @Test("A fleet's page counts the installations whose app version is compared with nothing")
  func notComparable() throws {
    let lines = ["1.0", "v1.0", "1.0b3"].enumerated().map { index, version in
      line(1, "app.launched", launched(version), source: "/i/\(index)")
    }
    #expect(try page(of: lines).contains("2 installations have an app version that is missing or not a version"))
    #expect(
      try !page(of: [lines[0], line(1, "app.launched", launched("2 (3)"), source: "/i/9")]).contains(
        "compared with nothing"))
  }

  @Test("A fleet's page counts the clocks that are off, and a device's page names its impossible year")
  func clocksOff() throws {
    func log(_ years: [Int]) -> [String] {
      years.enumerated().map { index, year in
        line(1, "app.launched", launched("1.0"), source: "/i/\(index)").replacing("2026-", with: "\(year)-")
      }
    }
    #expect(
      try page(of: log([2026, 2026, 2569])).contains("1 installation has a clock that is more than 400 days off"))
    #expect(try page(of: log([2024, 2026, 2026, 2028])).contains("2 installations have a clock that is more than 400"))
    #expect(try !page(of: log([2026, 2026, 2027])).contains("400 days off"))
    #expect(try page(of: log([2569])).contains("Its clock stands in the year 2569."))
    #expect(try !page(of: log([2026])).contains("Its clock stands"))
  }
}
