import Herald
import HeraldQuestions

/// The chart of how many showings of each kind were accepted and led to an update.
struct FunnelChart {
  let figures: FleetFigures
  let links: PhoneLinks

  var figure: Figure {
    let kinds = figures.shownKinds
    let groups = kinds.map { kind, figures in
      let steps = [
        ("shown", figures.shown, links[.shownKind(kind)]), ("accepted", figures.accepted, links[.accepted(kind)]),
        ("accepted, then updated", figures.acceptedAndUpdated, nil),
      ]
      return BarRows.Group(
        heading: kind.marked, style: "kind-\(kind.rawValue)",
        rows: steps.map { name, count, link in
          BarRows.Row(
            label: name,
            value: name == "shown" ? count.grouped : "\(count.grouped) · \(count.percent(of: figures.shown))",
            share: Double(count) / Double(max(1, figures.shown)), style: "fill-\(kind.rawValue)", link: link)
        })
    }
    let says =
      kinds.first { $0.kind == .optional || $0.kind == .force }.map { kind, figures in
        "Of \(figures.shown.of("\(kind.rawValue) prompt")) \(figures.accepted.percent(of: figures.shown)) were accepted, "
          + "and \(figures.acceptedAndUpdated.percent(of: figures.shown)) led to another version."
      } ?? "No prompt asked for an update."
    var table = DataTable(
      headings: ["Kind", "shown", "accepted", "accepted, then updated", "updated, whatever was answered"])
    for (kind, figures) in kinds {
      table.append(
        kind.rawValue,
        [
          (figures.shown.grouped, links[.shownKind(kind)]), (figures.accepted.grouped, links[.accepted(kind)]),
          (figures.acceptedAndUpdated.grouped, nil), (figures.updated.grouped, nil),
        ])
    }
    return Figure(
      name: "funnel", title: "From shown to updated", says: says, picture: BarRows(groups: groups).picture(label: says),
      note:
        "Accepted: answered “update” or “open”. Updated: a later launch had another version. A prompt that came again counts each time.",
      table: table)
  }
}

/// The chart of the time from a rule's first showing to the next version.
struct UpdateTimeChart {
  let figures: FleetFigures

  var figure: Figure {
    let kinds = figures.shownKinds.filter { $0.figures.times.contains { $0 > 0 } }
    let names = KindFigures.lengths.map(\.name)
    let said = kinds.compactMap { kind, figures in
      figures.half.map { "\(kind.rawValue) \($0 == "more" ? "over 4 weeks" : $0)" }
    }
    let says =
      said.isEmpty ? "No version changed after a prompt." : "Median time to update: \(said.joined(separator: ", "))."
    let back = figures.shownKinds.reduce(0) { $0 + $1.figures.backwards }
    let note = "From a rule’s first showing on a device to the next launch with another version."
    return Figure(
      name: "time-to-update", title: "Time to update", says: says, picture: picture(kinds, says),
      note: note
        + (back > 0 ? " \(back.of("update")) that the device’s clock puts before the showing are left out." : ""),
      table: DataTable(
        headings: ["Kind"] + names.map { $0 == "more" ? $0 : "within \($0)" },
        rows: kinds.map { kind, figures in [kind.rawValue] + figures.times.map(\.grouped) }))
  }

  private func picture(_ kinds: [(kind: PromptKind, figures: KindFigures)], _ label: String) -> String {
    var svg = SVG()
    var top = 0.0
    let names = ["≤1 h", "1 d", "3 d", "1 w", "2 w", "4 w", "more"]
    let width = 1 / Double(names.count)
    for (kind, figures) in kinds {
      let all = figures.times.reduce(0, +)
      let peak = figures.times.max() ?? 1
      svg.text(kind.marked, x: "0", y: top + 15, class: "label kind-\(kind.rawValue)")
      svg.text(all.of("update"), x: "100%", y: top + 15, class: "value", anchor: "end")
      for (place, count) in figures.times.enumerated() {
        let middle = SVG.share((Double(place) + 0.5) * width)
        let height = count == 0 ? 0 : max(2, 56 * Double(count) / Double(max(1, peak)))
        if count > 0 {
          svg.bar(
            x: (Double(place) + 0.16) * width, y: top + 96 - height, width: width * 0.68, height: height,
            class: "fill-\(kind.rawValue)")
          svg.text(
            count.percent(of: all).replacing("under 1", with: "<1"), x: middle, y: top + 92 - height, class: "tick",
            anchor: "middle")
        }
        svg.text(names[place], x: middle, y: top + 112, class: "tick", anchor: "middle")
      }
      svg.line(x1: 0, x2: 1, y1: top + 96.5, y2: top + 96.5, class: "axis")
      top += 134
    }
    return svg.picture(height: max(1, top - 14), label: label)
  }
}

/// The chart of the number of prompts that one user sees on one day.
struct UserDayChart {
  let figures: FleetFigures

  var figure: Figure {
    let days = figures.userDays
    let names = ["no prompt", "1 prompt", "2 prompts", "3 prompts", "4 prompts", "5 or more"]
    let most = days.distribution.max() ?? 1
    let rows = zip(names, days.distribution).enumerated().map { index, row in
      BarRows.Row(
        label: row.0, value: "\(row.1.grouped) · \(row.1.percent(of: days.days))",
        share: Double(row.1) / Double(max(1, most)), style: index < 2 ? "fill-calm" : "fill-much")
    }
    let mean = days.days == 0 ? 0 : Double(days.prompts) / Double(days.days)
    let several = days.withPrompts.dropFirst().reduce(0, +)
    let says =
      "\(SVG.number(mean)) prompts per user and active day; more than one on \(several.percent(of: days.days)) of days, \(days.most.grouped) at most."
    return Figure(
      name: "per-day", title: "Prompts per user and day", says: says,
      picture: BarRows(groups: [BarRows.Group(rows: rows)]).picture(label: says),
      note:
        "A day of use is one on which the installation fetched, came back or began a critical action, by its own clock.",
      table: DataTable(
        headings: ["On a day", "days of use"], rows: zip(names, days.distribution).map { [$0, $1.grouped] }))
  }
}

/// The chart of showings over time, with a row of bars for each kind.
struct PromptsOverTime {
  let figures: FleetFigures
  let links: PhoneLinks

  var figure: Figure {
    let kinds = figures.shownKinds
    let bins = DayBins(covering: kinds.map(\.figures.days))
    let rows = kinds.map { (kind: $0.kind, sums: bins.sums($0.figures.days), shown: $0.figures.shown) }
    let outside = rows.reduce(0) { $0 + $1.sums.outside }
    let says = Self.says(rows.map { ($0.kind, $0.shown) })
    var table = DataTable(headings: [bins.size == 1 ? "Day" : "From"] + rows.map(\.kind.rawValue))
    for bin in bins.all where rows.contains(where: { $0.sums.bins[bin] > 0 }) {
      table.append(
        bins.date(of: bin),
        rows.map { ($0.sums.bins[bin].grouped, links.shown($0.kind, on: bins.days(of: bin))) })
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
        let link = links.shown(row.kind, on: bins.days(of: bin))
        svg.linked(to: link, "\(row.kind.rawValue), \(bins.date(of: bin))", count.grouped) { svg in
          svg.bar(
            x: Double(bin) * width, y: top + 72 - height, width: min(width * 0.86, 0.06), height: height,
            class: "fill-\(row.kind.rawValue)")
        }
      }
      svg.line(x1: 0, x2: 1, y1: top + 72.5, y2: top + 72.5, class: "axis")
      top += 92
    }
    svg.text(bins.date(of: 0), x: "0", y: top + 4, class: "tick")
    if bins.count > 1 { svg.text(bins.lastDate, x: "100%", y: top + 4, class: "tick", anchor: "end") }
    return svg.picture(height: top + 12, label: label)
  }
}
