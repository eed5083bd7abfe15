import Herald
import HeraldLog
import HeraldQuestions

/// The figures of experiments on a fleet's page.
struct EffectFigures {
  /// As many as a page has, in their order.
  let figures: [Figure]

  private static let most = 6

  /// - Parameters:
  ///   - effects: all effects of the log. Where there are too many, effects with a clear difference are chosen first.
  ///   - log: the log's name as commands take it; nil where it cannot be read again.
  init(_ effects: [Effect], log: LogName?) {
    func rank(_ effect: Effect) -> Int { effect.comparisons.contains(where: \.verdict.isClear) ? 0 : 1 }
    let best = effects.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
    let chosen = best.prefix(Self.most).sorted { $0.offset < $1.offset }.map(\.element)
    let rest = effects.count - chosen.count
    let command = log.flatMap { ShellWord($0).text }.map { ": herald effect \($0)" } ?? "."
    figures = chosen.enumerated().map { index, effect in
      let isLast = rest > 0 && index == chosen.count - 1
      return effect.figure(
        number: index + 1, remark: isLast ? "And \(rest.of("more experiment"))\(command)" : nil)
    }
  }
}

extension Effect {
  /// The experiment as a figure of the fleet's page.
  ///
  /// - Parameters:
  ///   - number: the figure's number among the figures of experiments, from 1.
  ///   - remark: a sentence for the end of its note; nil for none.
  func figure(number: Int, remark: String? = nil) -> Figure {
    let (says, chart) = (sentences.joined(separator: " "), EffectChart(self))
    return Figure(
      name: "effect-\(number)", title: heading, says: says, picture: chart?.picture(label: says) ?? "",
      note: record(chart, remark), table: table)
  }

  private func record(_ chart: EffectChart?, _ remark: String?) -> String {
    let bands =
      days == nil ? nil : "The share of each group that had updated, by the days since it entered; bands are 95 %."
    let first = [bands, chart?.undrawn, period].compactMap(\.self)
    return (first + cautionWords + meaning.prefix(2) + [remark].compactMap(\.self)).joined(separator: " ")
  }

  private var table: DataTable {
    let (columns, days) = (columns, tableDays.dropLast())
    var table = DataTable(
      headings: ["Group"] + columns.map(\.heading) + days.map { "share after \($0.of("day"))" })
    for arm in arms {
      let shares = days.map { arm.proportion(after: Int64($0) * LengthOfTime.day)?.share.percent ?? "–" }
      table.rows.append([arm.name.word] + columns.map { $0.cell(arm) } + shares)
    }
    return table
  }
}
