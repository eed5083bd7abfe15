import HeraldQuestions
import Herald
import HeraldLog

/// The page of a fleet: its figures, and the installations to look at.
struct FleetPage {
  let figures: FleetFigures
  /// The numbers of installations that its links lead to.
  var phones = FleetPhones()
  /// The effects of holdouts and variants on rules.
  var effects: [Effect] = []
  /// The log, or the logs, as commands take them; nil for a pipe, which cannot be read again.
  let log: LogName?
  /// The files of the installations' pages beside this one; empty for a page that stands alone.
  var pages: [ExactString: String] = [:]
  /// Sentences about the log that come first.
  var remarks: [String] = []
  /// The arrival of each installation's last event by the clock of a server, where it is known.
  var receipts: [ExactString: Timestamp] = [:]
  /// The server's additions to the page; nil for a page without a server.
  var served: ServedFleet?
  /// The policies in force, and the fetches that fail.
  var holding = FleetHolding()

  func html() throws -> String {
    let frame = PageFrame(
      title: "\(figures.installations.of("installation")) · Herald",
      styles: [PackageResources.base_css, PackageResources.fleet_css]
        + (effects.isEmpty ? [] : [PackageResources.effect_css]), scripts: [PackageResources.print_js], data: nil,
      allowed: served == nil ? [] : ["form-action 'self'"], referrer: served == nil ? "no-referrer" : "same-origin")
    return try frame.html(try PageTemplate.fleet.render(values))
  }

  private var values: [String: Any] {
    let links = links
    let all: [Figure] =
      EffectFigures(effects, log: log).figures + [
        PromptsOverTime(figures: figures, links: links).figure, FunnelChart(figures: figures, links: links).figure,
        AdoptionChart(figures: figures, links: links).figure, UpdateTimeChart(figures: figures).figure,
        BlockerChart(figures: figures, links: links).figure, UserDayChart(figures: figures).figure,
        PolicyChart(holding: holding, links: links).figure,
      ] + [FailingChart(phones: phones, links: links).figure].compactMap(\.self)
    return [
      "title": served?.app ?? log.map { "\($0)" } ?? "A fleet", "summary": summary, "tiles": tiles,
      "figures": all.map(\.values), "lists": lists + (served?.lists.map(\.values) ?? []), "log": log?.description ?? "",
      "remarks": remarks,
      "hasRemarks": !remarks.isEmpty, "isServed": served != nil, "head": served?.menu.head ?? [:],
      "lag": served?.lag ?? [],
    ]
  }

  private var shown: Int { figures.shownKinds.reduce(0) { $0 + $1.figures.shown } }

  private var summary: String {
    let worth = figures.worth
    var sentences = [
      "\(figures.installations.of("installation")) took \(figures.decisions.of("decision")) and showed \(shown.of("prompt"))."
    ]
    sentences.append(
      worth.deviating.count == 0
        ? worth.unknown.count == 0 ? "All did what was decided." : "None is known to have done something else."
        : "\(worth.deviating.count.of("installation")) did not do what was decided.")
    if worth.unknown.count > 0 {
      sentences.append(
        "\(worth.unknown.count.of("installation has", "installations have")) prompts that cannot be judged, because "
          + "revisions are missing.")
    }
    if worth.locked.count > 0 {
      sentences.append(
        "\(worth.locked.count.of("installation is", "installations are")) held by a prompt that came "
          + "\(NotableInstallations.loop) times or more without an update.")
    }
    if figures.notComparable > 0 {
      sentences.append(
        "\(figures.notComparable.of("installation has", "installations have")) an app version that is missing or not a version, so "
          + "it is compared with nothing: “herald lint --log” names the rules.")
    }
    var clocks = figures.clocksOff
    clocks.receipts = receipts
    let clocksOff = clocks.count
    if clocksOff > 0 {
      sentences.append(
        "\(clocksOff.of("installation has", "installations have")) a clock that is more than 400 days off or in an "
          + "impossible year, so dates of a policy come for \(clocksOff == 1 ? "it" : "them") when nobody meant them to."
      )
    }
    return (sentences + holding.sentences).joined(separator: " ")
  }

  private var tiles: [[String: Any]] {
    let (deviating, locked) = (figures.worth.deviating.count, figures.worth.locked.count)
    let (failing, links) = (holding.failingInstallations, links)
    return [
      tile("installations", figures.installations, link: links[.all]), tile("events", figures.events),
      tile("prompts", shown, link: links[.shown]),
      tile(
        "installations not as decided", deviating, "✗", deviating > 0 ? "unjustified" : "none",
        link: links.link(Self.notAsDecided, installations: deviating)),
      tile(
        "installations in a force loop", locked, "▲", locked > 0 ? "missed" : "none",
        link: links.link(named: figures.worth.locked)),
      tile(
        "installations whose last fetches fail", failing,
        link: links.link(PhoneSearch(condition: "failures > 0"), installations: failing)),
    ]
  }

  /// The search for installations that did not do what was decided.
  private static let notAsDecided = PhoneSearch(condition: "audit.unjustified > 0 or audit.missed > 0")

  private var links: PhoneLinks {
    PhoneLinks(phones: phones, address: served?.find.map { find in { find($0.condition, $0.isEver) } })
  }

  private func tile(
    _ name: String, _ value: Int, _ mark: String = "", _ style: String = "plain", link: PhoneLink? = nil
  ) -> [String: Any] {
    // A number of prompts says of how many installations they are.
    let isOwn = link.map { $0.installations == value && name.hasPrefix("installations") } ?? true
    return [
      "name": isOwn ? name : "\(name), on \(link?.installations.grouped ?? "") installations", "value": value.grouped,
      "mark": mark, "hasMark": !mark.isEmpty, "class": style, "find": link?.address ?? "", "hasFind": link != nil,
      "findTitle": link.map { isOwn ? "\(value.grouped) \(name)" : $0.title(name, value.grouped) } ?? "",
    ]
  }

  private var lists: [[String: Any]] {
    let worth = figures.worth
    return [
      list(
        "In a force loop",
        "Shown a force or an exit \(NotableInstallations.loop) times or more since the last change of version.",
        worth.locked, finding: PhoneSearch(naming: worth.locked)),
      list(
        "Not as decided",
        "Shown though it was not decided, or decided and not shown; “herald audit” lists each.", worth.deviating,
        finding: Self.notAsDecided),
      list(
        "Cannot be judged",
        "Behind missing revisions the state is not known, so a disagreement there accuses nobody; “herald audit” lists "
          + "each.", worth.unknown, finding: PhoneSearch(condition: "audit.unknown > 0")),
      list(
        "Stray buttons", "Answers to a prompt that was not on the screen.", worth.stray,
        finding: PhoneSearch(condition: "counts.strayButtons > 0")),
      list(
        "Most prompts", "Of all kinds, in the whole log.", worth.prompted, finding: PhoneSearch(naming: worth.prompted)),
    ]
  }

  /// - Parameter search: finds all of the list, and nobody else; nil where none does.
  private func list(
    _ title: String, _ about: String, _ sort: NotableInstallations.Sort, finding search: PhoneSearch?
  ) -> [String: Any] {
    let link = search.flatMap { links.link($0, installations: sort.count) }
    let share = search.flatMap { search in served?.share.map { $0(search.condition, search.isEver) } }
    let entries = sort.entries.prefix(Self.mostRows(isLinked: !pages.isEmpty))
    let rest = sort.count - entries.count
    return [
      "title": title, "about": about, "rows": entries.map(values), "isEmpty": entries.isEmpty,
      "rest": rest > 0 ? "\(rest.of("more installation")), with lower or equal numbers." : "", "hasRest": rest > 0,
      "find": link?.address ?? "", "hasFind": link != nil, "findTitle": link?.title(title, sort.count.grouped) ?? "",
      "share": share ?? "", "hasShare": link != nil && share != nil,
    ]
  }

  /// The rows of a list. Commands take more space than links.
  private static func mostRows(isLinked: Bool) -> Int { isLinked ? NotableInstallations.mostOfEach : 5 }

  private func values(_ entry: NotableInstallations.Entry) -> [String: Any] {
    let page = pages[entry.source]
    let command = page == nil ? command(for: entry.source) : nil
    return [
      "source": entry.source.string, "words": entry.device.isEmpty ? entry.words : "\(entry.words) · \(entry.device)",
      "page": page ?? "", "hasPage": page != nil,
      "command": command ?? "", "hasCommand": command != nil,
    ]
  }

  /// The command that makes an installation's page; nil where a shell cannot be given the names.
  private func command(for source: ExactString) -> String? {
    guard let log = log.flatMap({ ShellWord($0).text }), let source = ShellWord(source.string).text else { return nil }
    return "herald report \(log) --source \(source) -o installation.html"
  }
}
