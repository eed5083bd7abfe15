import HeraldQuestions
import Herald

/// The chart of each version's share of the installations over time.
struct AdoptionChart {
  let figures: FleetFigures
  let links: PhoneLinks

  var figure: Figure {
    let bins = DayBins(covering: Array(figures.adoption.changes.values))
    let curves = figures.adoption.curves(over: bins, atMost: 6)
    let all = curves.reduce(0) { $0 + $1.installations }
    let says =
      curves.first { !$0.isRest }.map {
        "At the end \($0.version) runs on \($0.installations.percent(of: all)) of \(all.of("installation"))."
      } ?? "No installation was launched."
    var table = DataTable(headings: [bins.size == 1 ? "Day" : "From"] + curves.map(\.version))
    for bin in bins.all {
      table.rows.append([bins.date(of: bin)] + curves.map { "\(Int(($0.shares[bin] * 100).rounded())) %" })
    }
    if links.address != nil {
      table.append("At the end, installations", curves.map { ($0.installations.grouped, link($0)) })
    }
    let causes = UpdateRow.Cause.allCases.map { cause in
      let word =
        switch cause {
        case .forced: "after a prompt that blocked the app"
        case .chosen: "after a prompt that left the choice"
        case .itself: "with no prompt accepted before"
        }
      return "\((figures.causes[cause] ?? 0).grouped) \(word)"
    }
    return Figure(
      name: "adoption", title: "Adoption by version", says: says, picture: picture(curves, bins, says),
      note:
        "The version of each installation’s last launch until then. Versions changed \(causes.joined(separator: ", ")).",
      table: table)
  }

  /// The link to the installations that a curve counts at the end. The versions that came after very many others have no
  /// name, so a curve that may count them has none.
  private func link(_ curve: AdoptionFigures.Curve) -> PhoneLink? {
    guard !figures.adoption.isFull else { return nil }
    return links.versions(curve.versions, isWithout: curve.isRest)
  }

  private static let height = 240.0
  private static let top = 12.0
  private static let width = 0.68

  private func picture(_ curves: [AdoptionFigures.Curve], _ bins: DayBins, _ label: String) -> String {
    var svg = SVG()
    for share in [0.0, 0.5, 1] {
      let y = Self.top + Self.height * (1 - share)
      svg.line(x1: 0, x2: Self.width, y1: y, y2: y, class: "axis")
      svg.text("\(Int(share * 100)) %", x: "0", y: y - 4, class: "tick")
    }
    let ends = curves.map { Self.top + Self.height * (1 - ($0.shares.last ?? 0)) }
    let labels = LabelPlaces.apart(ends, gap: 19, above: Self.top + Self.height)
    for (index, curve) in curves.enumerated() {
      let last = Double(max(1, curve.shares.count - 1))
      let points = curve.shares.enumerated().map { (x: curve.shares.count == 1 ? 1 : Double($0) / last, y: $1) }
      let whole = points.count == 1 ? [(x: 0.0, y: points[0].y)] + points : points
      svg.curve(whole, y: Self.top, width: Self.width, height: Self.height, class: "curve series-\(index)")
      svg.line(
        x1: Self.width, x2: Self.width + 0.03, y1: ends[index], y2: labels[index], class: "leader")
      let share = "\(Int(((curve.shares.last ?? 0) * 100).rounded())) %"
      svg.linked(to: link(curve), "\(curve.version) at the end", share) { svg in
        svg.text(
          "\(curve.version.shortened(to: 12)) \(share)", x: SVG.share(Self.width + 0.04), y: labels[index] + 5,
          class: "label series-text-\(index)")
      }
    }
    let bottom = Self.top + Self.height + 18
    svg.text(bins.date(of: 0), x: "0", y: bottom, class: "tick")
    svg.text(bins.lastDate, x: SVG.share(Self.width), y: bottom, class: "tick", anchor: "end")
    return svg.picture(height: bottom + 8, label: label)
  }
}
