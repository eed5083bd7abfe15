import Herald

/// A column of the table of groups.
package struct ArmColumn {
  package let heading: String
  /// A group's figure in words.
  package let cell: (Arm) -> String
}

extension Effect {
  /// The figures of each group, in the order of their columns behind the group's name.
  package var columns: [ArmColumn] {
    let followed = [
      ArmColumn(heading: "followed") { $0.followed.grouped },
      ArmColumn(heading: "saw it") { $0.saw.grouped },
      ArmColumn(heading: "updated") { $0.proportion?.count.grouped ?? "–" },
      ArmColumn(heading: "share") { $0.proportion?.share.percent ?? "–" },
      ArmColumn(heading: "95 %") { arm in
        arm.proportion.map { "\($0.interval.lowerBound.points)–\($0.interval.upperBound.points)" } ?? "–"
      },
    ]
    return [ArmColumn(heading: "entered") { $0.entered.grouped }] + (days == nil ? [] : followed)
      + [ArmColumn(heading: "median time") { $0.medianWords }]
  }

  /// The days of tables: the usual ones, and the last.
  package var tableDays: [Int] { days.map { last in Self.usualDays.filter { $0 < last } + [last] } ?? [] }
}

extension Arm {
  /// The median time in words, such as `6 d 4 h`.
  fileprivate var medianWords: String { median.map { LengthOfTime.roundedWords($0) } ?? "not reached" }
}

extension LengthOfTime {
  /// A length in its two largest units.
  fileprivate static func roundedWords(_ length: Int64) -> String {
    let unit = [day, hour, 60_000, 1000].firstIndex { length >= $0 } ?? 3
    let smaller: Int64 = [hour, 60_000, 1000, 1000][unit]
    return words((length + smaller / 2) / smaller * smaller)
  }
}
