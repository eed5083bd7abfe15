import Herald

extension Effect {
  /// The experiment as a figure of the fleet's page.
  ///
  /// - Parameter number: the figure's number among those of experiments, from 1.
  func figure(number: Int) -> Figure {
    let says = sentences.joined(separator: " ")
    return Figure(
      name: "effect-\(number)", title: heading, says: says,
      picture: EffectChart(self)?.picture(label: says) ?? "", note: note, table: table)
  }

  private var note: String {
    let bands =
      days == nil ? [] : ["The share of each group that had updated, by the days since it entered; bands are 95 %."]
    return (bands + cautionWords + meaning.prefix(2)).joined(separator: " ")
  }

  /// The days of tables: the usual ones, and the last.
  package var tableDays: [Int] { days.map { last in Self.usualDays.filter { $0 < last } + [last] } ?? [] }

  private var table: DataTable {
    let followed =
      days.map { ["followed \($0.counted("day"))", "saw the prompt", "updated by then", "share", "95 %"] } ?? []
    var table = DataTable(
      headings: ["Group", "entered"] + followed + ["median time to update"]
        + tableDays.dropLast().map { "share after \($0.counted("day"))" })
    for arm in arms {
      let interval = arm.proportion.map { "\($0.interval.lowerBound.percent) to \($0.interval.upperBound.percent)" }
      let shares =
        days == nil
        ? []
        : [
          arm.followed.grouped, arm.saw.grouped, arm.proportion?.count.grouped ?? "–",
          arm.proportion?.share.percent ?? "–",
          interval ?? "–",
        ]
      table.rows.append(
        [arm.name.word, arm.entered.grouped] + shares + [arm.medianWords]
          + tableDays.dropLast().map { arm.proportion(after: Int64($0) * LengthOfTime.day)?.share.percent ?? "–" })
    }
    return table
  }
}

extension Arm {
  /// The median time in words, such as `6 d 4 h`.
  package var medianWords: String { median.map { LengthOfTime.roundedWords($0) } ?? "not reached" }
}

extension LengthOfTime {
  /// A length in its two largest units.
  fileprivate static func roundedWords(_ length: Int64) -> String {
    let unit = [day, hour, 60_000, 1000].firstIndex { length >= $0 } ?? 3
    let smaller: Int64 = [hour, 60_000, 1000, 1000][unit]
    return words((length + smaller / 2) / smaller * smaller)
  }
}
