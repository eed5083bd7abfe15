import HeraldQuestions
import Herald
import HeraldLog

/// The page of one installation: its timeline, its states, its prompts with their reasons, its documents.
struct DevicePage {
  let life: DeviceLife
  /// The log, or the logs, as commands take them; nil for a pipe, which cannot be read again.
  let log: LogName?
  /// The file of the fleet's page beside this one; nil for a page that stands alone.
  var fleet: String?
  /// Sentences about the log that come first.
  var remarks: [String] = []
  /// The server's additions to the page; nil for a page without a server.
  var served: ServedDevice?

  func html() throws -> String {
    var data = DeviceData(life)
    let frame = PageFrame(
      title: "\(life.source.string.shown) · Herald",
      styles: [PackageResources.base_css, PackageResources.device_css, PackageResources.timeline_css],
      scripts: served == nil ? Self.scripts : Self.scripts.prefix(1) + [PageScript.viewer] + Self.scripts.dropFirst(),
      data: try data.json())
    return try frame.html(try PageTemplate.device.render(values))
  }

  /// The scripts, in the order in which they use each other.
  static var scripts: [[UInt8]] {
    [
      PackageResources.elements_js, PackageResources.times_js, PackageResources.states_js, PackageResources.why_js,
      PackageResources.documents_js, PackageResources.moment_js, PackageResources.list_js, PackageResources.search_js,
      PackageResources.timeline_js, PackageResources.prompts_js, PackageResources.strip_js,
      PackageResources.compare_js, PackageResources.printing_js, PackageResources.device_js,
    ]
  }

  private var values: [String: Any] {
    let summary = DeviceSummary(life)
    let command = ShellWord(life.source.string).text.flatMap { source in
      log.flatMap { ShellWord($0).text }.map { "herald why \($0) --source \(source) --revision" }
    }
    return [
      "source": life.source.string,
      "summary": summary.sentences,
      "facts": summary.facts.map {
        ["name": $0.name, "value": $0.value, "time": $0.time.map { "\($0)" } ?? "", "hasTime": $0.time != nil]
          as [String: Any]
      },
      "tiles": summary.tiles.map {
        ["name": $0.name, "value": $0.value.grouped, "class": $0.style, "mark": $0.mark, "hasMark": !$0.mark.isEmpty]
      },
      "leftOut": remarks + summary.leftOut, "hasLeftOut": !(remarks + summary.leftOut).isEmpty,
      "essentials": DeviceEssentials(life: life, answers: served?.answers).values, "isServed": served != nil,
      "command": command ?? "", "answers": served?.answers ?? "", "menu": served?.menu.values ?? [],
      "served": served.map(\.values) ?? [:],
      "fleet": fleet ?? "", "hasFleet": fleet != nil,
      "first": life.moments.first?.event.revision ?? 0, "last": life.moments.last?.event.revision ?? 0,
    ]
  }
}
