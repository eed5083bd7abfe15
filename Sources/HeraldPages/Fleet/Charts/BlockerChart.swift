import HeraldQuestions
import Herald

/// The chart of what blocks prompts: the tests that rules failed, and the reasons that ended decisions before any rule.
struct BlockerChart {
  let figures: FleetFigures
  let links: PhoneLinks
  private static let mostRows = 12

  private struct Blocker {
    let label: String
    let count: Int
    let of: Int
    let style: String
    let link: PhoneLink?
  }

  var figure: Figure {
    let blockers = self.blockers
    let most = blockers.first?.count ?? 1
    let rows = blockers.prefix(Self.mostRows).map { blocker in
      BarRows.Row(
        label: blocker.label, value: "\(blocker.count.grouped) · \(blocker.count.percent(of: blocker.of))",
        share: Double(blocker.count) / Double(max(1, most)), style: blocker.style, link: blocker.link)
    }
    let left = blockers.count - rows.count
    let says =
      blockers.first.map {
        "Most often “\($0.label)”: in \($0.count.of("decision")), \($0.count.percent(of: $0.of)) of \($0.style == "fill-calm" ? "all" : "those that looked at the rule")."
      } ?? "Nothing was kept back."
    return Figure(
      name: "blockers", title: "What blocks most", says: says,
      picture: BarRows(groups: [BarRows.Group(rows: Array(rows))]).picture(label: says),
      note:
        "The first test that a rule failed, by decision. Bars without a rule ended the decision before any was looked at."
        + (left > 0 ? " \(left) more are in the table." : ""),
      table: table)
  }

  private var sorted: [(rule: ExactString, figures: RuleFigures)] {
    figures.rules.map { ($0.key, $0.value) }.sorted {
      ($0.figures.lookedAt, $1.rule) > ($1.figures.lookedAt, $0.rule)
    }
  }

  private var blockers: [Blocker] {
    let tests = sorted.flatMap { rule, figures in
      zip(RuleTest.allCases, figures.blocked).filter { $1 > 0 }.map { test, count in
        Blocker(
          label: "\(rule): \(test.shortFailure)", count: count, of: figures.lookedAt, style: "fill-much",
          link: links[.blocked(rule, test)])
      }
    }
    let endings = DecisionReason.allCases.compactMap { reason in
      figures.endings[reason].map {
        Blocker(
          label: reason.words, count: $0, of: figures.decisions, style: "fill-calm", link: links[.ended(reason)])
      }
    }
    return (tests + endings).enumerated().sorted { ($0.element.count, $1.offset) > ($1.element.count, $0.offset) }
      .map(\.element)
  }

  private var table: DataTable {
    var table = DataTable(headings: ["Rule", "looked at", "shown"] + RuleTest.allCases.map(\.shortFailure))
    for (rule, figures) in sorted.prefix(500) {
      let blocked = zip(RuleTest.allCases, figures.blocked).map { ($1.grouped, links[.blocked(rule, $0)]) }
      table.append(
        rule.string,
        [(figures.lookedAt.grouped, links[.lookedAt(rule)]), (figures.shown.grouped, links[.shownRule(rule)])] + blocked
      )
    }
    let blanks = [(text: String, link: PhoneLink?)](repeating: ("", nil), count: RuleTest.allCases.count + 1)
    for reason in DecisionReason.allCases {
      if let count = figures.endings[reason] {
        table.append(reason.words, [(count.grouped, links[.ended(reason)])] + blanks)
      }
    }
    return table
  }
}
