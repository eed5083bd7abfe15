import Herald
import HeraldQuestions

/// The chart of the policies in force at the end, by the installations that hold each.
struct PolicyChart {
  let holding: FleetHolding
  let links: PhoneLinks
  private static let mostRows = 10
  private static let mostInTable = 500

  private func link(_ digest: ExactString?, _ installations: Int) -> PhoneLink? {
    links.link(PhoneSearch(holding: digest), installations: installations)
  }

  /// The policies by digest alone, as the links find them: a document that is held under two formats is one policy.
  private var policies: [(held: FleetHolding.Held, installations: Int)] {
    var places: [ExactString?: Int] = [:]
    var rows: [(held: FleetHolding.Held, installations: Int)] = []
    for row in holding.policies {
      if let place = places[row.held.digest] {
        rows[place].installations += row.installations
      } else {
        places[row.held.digest] = rows.count
        rows.append(row)
      }
    }
    return rows.enumerated().sorted { left, right in
      let (own, other) = (left.element.installations, right.element.installations)
      return own == other ? left.offset < right.offset : own > other
    }.map(\.element)
  }

  var figure: Figure {
    let (held, all) = (self.policies, holding.installations)
    let rows = held.prefix(Self.mostRows).map { held, count in
      BarRows.Row(
        label: held.name, value: "\(count.grouped) · \(count.percent(of: all))",
        share: Double(count) / Double(max(1, all)), style: held.digest == nil ? "fill-calm" : "fill-much",
        link: link(held.digest, count))
    }
    let policies = held.filter { $0.held.digest != nil }
    let says =
      policies.first.map { held, count in
        "\(held.name.prefix(1).uppercased())\(held.name.dropFirst()) is in force on \(count.percent(of: all)) of "
          + "\(all.of("installation")); \(policies.count.of("policy", "policies")) in all."
      } ?? "No installation has a policy in force."
    let left = held.count - rows.count
    var table = DataTable(headings: ["Policy", "installations", "share"])
    for (held, count) in held.prefix(Self.mostInTable) {
      table.append(held.name, [(count.grouped, link(held.digest, count)), (count.percent(of: all), nil)])
    }
    return Figure(
      name: "policies", title: "Policies in force", says: says,
      picture: BarRows(groups: [BarRows.Group(rows: Array(rows))]).picture(label: says),
      note: "At each installation’s last event: the revision that the policy gives itself, and its digest."
        + (left > 0 ? " \(left) more are in the table." : ""), table: table)
  }
}

/// The chart of the installations whose last fetches failed, by the reason of the last and by the day of the first.
struct FailingChart {
  let phones: FleetPhones
  let links: PhoneLinks
  private static let mostRows = 6
  private static let mostInTable = 250

  private struct Failing {
    let group: PhoneGroup
    let name: String
    let count: Int
  }

  private func sorted(_ name: (PhoneGroup) -> String?) -> [Failing] {
    phones.counts.compactMap { group, count in
      name(group).map { Failing(group: group, name: $0, count: count) }
    }.sorted { ($0.count, ExactString($1.name)) > ($1.count, ExactString($0.name)) }
  }

  private var reasons: [Failing] {
    sorted { group in
      guard case .failing(let reason, let status) = group else { return nil }
      return (reason?.string ?? "not known: it was forgotten") + (status.map { " (status \($0))" } ?? "")
    }
  }

  private var days: [Failing] {
    sorted { group in
      guard case .failingSince(let day) = group else { return nil }
      return day.map { "since \(DayBins.date(ofDay: $0))" } ?? "since a time that is not known"
    }
  }

  /// Nil where the last fetch of no installation failed.
  var figure: Figure? {
    let (reasons, days) = (reasons, days)
    guard let first = reasons.first else { return nil }
    let failing = reasons.reduce(0) { $0 + $1.count }
    let says =
      "The last fetches of \(failing.of("installation")) failed, \(failing.percent(of: phones[.all])) of all; most often "
      + "“\(first.name)”."
    func group(_ heading: String, _ all: [Failing]) -> BarRows.Group {
      BarRows.Group(
        heading: heading,
        rows: all.prefix(Self.mostRows).map {
          BarRows.Row(
            label: $0.name, value: "\($0.count.grouped) · \($0.count.percent(of: failing))",
            share: Double($0.count) / Double(failing), style: "fill-much", link: links[$0.group])
        })
    }
    var table = DataTable(headings: ["Failing", "installations"])
    for row in reasons.prefix(Self.mostInTable) + days.prefix(Self.mostInTable) {
      table.append(row.name, [(row.count.grouped, links[row.group])])
    }
    let left = max(0, reasons.count - Self.mostRows) + max(0, days.count - Self.mostRows)
    return Figure(
      name: "failing", title: "Fetches that fail", says: says,
      picture: BarRows(groups: [group("Why the last one failed", reasons), group("The first that failed", days)])
        .picture(label: says),
      note: "Installations whose last fetch failed. Since: the first that failed in a row, by the day of UTC."
        + (left > 0 ? " \(left) more are in the table." : ""), table: table)
  }
}
