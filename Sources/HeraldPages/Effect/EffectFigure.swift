import HeraldQuestions
import Herald

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
      note: note(chart, remark), table: table)
  }

  private func note(_ chart: EffectChart?, _ remark: String?) -> String {
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
