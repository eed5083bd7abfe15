import Herald

/// The page of a fleet: its figures, and the installations to look at.
struct FleetPage {
  let figures: FleetFigures
  /// The log's name as commands take it; nil for a log from a pipe, which cannot be read again.
  let log: String?

  func html() throws -> String {
    let frame = PageFrame(
      title: "\(figures.installations.counted("installation")) · Herald",
      styles: [PackageResources.base_css, PackageResources.fleet_css], scripts: [PackageResources.print_js], data: nil)
    return try frame.html(try PageTemplate.fleet.render(values))
  }

  private var values: [String: Any] {
    let all: [Figure] = [
      PromptsOverTime(figures: figures).figure, FunnelChart(figures: figures).figure,
      AdoptionChart(figures: figures).figure, UpdateTimeChart(figures: figures).figure,
      BlockerChart(figures: figures).figure, UserDayChart(figures: figures).figure,
    ]
    return [
      "title": log.map { "\($0)" } ?? "A fleet", "summary": summary, "tiles": tiles,
      "figures": all.map(\.values), "lists": lists, "log": log ?? "",
    ]
  }

  private var shown: Int { figures.shownKinds.reduce(0) { $0 + $1.figures.shown } }

  private var summary: String {
    let locked = figures.worth.lockedCount
    let unjustified = figures.worth.unjustifiedCount
    var sentences = [
      "\(figures.installations.counted("installation")) took \(figures.decisions.counted("decision")) and showed \(shown.counted("prompt"))."
    ]
    sentences.append(
      unjustified == 0
        ? "Every one was as its policy says."
        : "\(unjustified.counted("installation")) showed prompts that no decision asked for.")
    if locked > 0 {
      sentences.append(
        "\(locked.counted("installation")) \(locked == 1 ? "is" : "are") held by a prompt that came \(WorthALook.loop) times or more without an update."
      )
    }
    return sentences.joined(separator: " ")
  }

  private var tiles: [[String: Any]] {
    let unjustified = figures.worth.unjustifiedCount
    let locked = figures.worth.lockedCount
    return [
      tile("installations", figures.installations), tile("events", figures.events), tile("prompts", shown),
      tile("with unjustified prompts", unjustified, "✗", unjustified > 0 ? "unjustified" : "none"),
      tile("in a force loop", locked, "▲", locked > 0 ? "missed" : "none"),
    ]
  }

  private func tile(_ name: String, _ value: Int, _ mark: String = "", _ style: String = "plain") -> [String: Any] {
    ["name": name, "value": value.grouped, "mark": mark, "hasMark": !mark.isEmpty, "class": style]
  }

  private var lists: [[String: Any]] {
    [
      list(
        "In a force loop",
        "Shown a force or an exit \(WorthALook.loop) times or more since the last change of version.",
        figures.worth.locked
      ) { entry in
        "\(entry.count.grouped) times\(entry.rule.map { ", last \($0)" } ?? "")\(entry.isOpen ? ", on the screen at the end" : "")"
      },
      list("Prompts that no decision asked for", "As “herald audit” judges them.", figures.worth.unjustified) { entry in
        "\(entry.count.grouped) unjustified"
      },
      list("Most prompts", "Of all kinds, in the whole log.", figures.worth.prompted) { entry in
        entry.count.counted("prompt")
      },
    ]
  }

  private func list(
    _ title: String, _ about: String, _ entries: [WorthALook.Entry], _ words: (WorthALook.Entry) -> String
  ) -> [String: Any] {
    let rows: [[String: Any]] = entries.map { entry in
      let command = log.flatMap { ShellWord($0).text }.flatMap { log in
        ShellWord(entry.source.string).text.map { "herald report \(log) --source \($0) -o installation.html" }
      }
      return [
        "source": entry.source.string, "words": words(entry),
        "command": command ?? "", "hasCommand": command != nil,
      ]
    }
    return ["title": title, "about": about, "rows": rows, "isEmpty": rows.isEmpty]
  }
}
