import HeraldQuestions
import Herald

/// The chart of showings over time, with a row of bars for each kind.
struct PromptsOverTime {
  let figures: FleetFigures

  var figure: Figure {
    let kinds = figures.shownKinds
    let bins = DayBins(covering: kinds.map(\.figures.days))
    let rows = kinds.map { (kind: $0.kind, sums: bins.sums($0.figures.days), shown: $0.figures.shown) }
    let outside = rows.reduce(0) { $0 + $1.sums.outside }
    let says = Self.says(rows.map { ($0.kind, $0.shown) })
    var table = DataTable(headings: [bins.size == 1 ? "Day" : "From"] + rows.map(\.kind.rawValue))
    for bin in bins.all where rows.contains(where: { $0.sums.bins[bin] > 0 }) {
      table.rows.append([bins.date(of: bin)] + rows.map { $0.sums.bins[bin].grouped })
    }
    let scale =
      "A bar is a \(bins.word), by the devices’ own clocks. Each row has its own height; its highest bar is named."
    let left = outside > 0 ? " \(outside.of("prompt")) of clocks that are far off are left out." : ""
    return Figure(
      name: "over-time", title: "Prompts over time", says: says,
      picture: picture(rows.map { ($0.kind, $0.sums.bins, $0.shown) }, bins, says),
      note: scale + left, table: table)
  }

  private static func says(_ kinds: [(kind: PromptKind, shown: Int)]) -> String {
    guard let most = kinds.max(by: { $0.shown < $1.shown }) else { return "No prompt was shown." }
    let all = kinds.reduce(0) { $0 + $1.shown }
    return kinds.count == 1
      ? "All \(all.of("prompt")) were \(most.kind.rawValue) prompts."
      : "\(most.shown.percent(of: all)) of \(all.of("prompt")) were \(most.kind.rawValue) prompts."
  }

  private func picture(_ rows: [(kind: PromptKind, bins: [Int], shown: Int)], _ bins: DayBins, _ label: String)
    -> String
  {
    var svg = SVG()
    var top = 0.0
    for row in rows {
      let peak = row.bins.max() ?? 0
      let place = row.bins.firstIndex(of: peak) ?? 0
      svg.text(row.kind.marked, x: "0", y: top + 15, class: "label kind-\(row.kind.rawValue)")
      svg.text(
        "\(row.shown.grouped) · most \(peak.grouped), \(bins.date(of: place))", x: "100%", y: top + 15, class: "value",
        anchor: "end")
      let width = 1 / Double(max(1, bins.count))
      for (bin, count) in row.bins.enumerated() where count > 0 {
        let height = max(1.5, 46 * Double(count) / Double(max(1, peak)))
        svg.bar(
          x: Double(bin) * width, y: top + 72 - height, width: min(width * 0.86, 0.06), height: height,
          class: "fill-\(row.kind.rawValue)")
      }
      svg.line(x1: 0, x2: 1, y1: top + 72.5, y2: top + 72.5, class: "axis")
      top += 92
    }
    svg.text(bins.date(of: 0), x: "0", y: top + 4, class: "tick")
    if bins.count > 1 { svg.text(bins.lastDate, x: "100%", y: top + 4, class: "tick", anchor: "end") }
    return svg.picture(height: top + 12, label: label)
  }
}
