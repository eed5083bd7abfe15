import Herald

/// The measured effects of a log's experiments.
public struct EffectAnswer: LogAnswer {
  package let effects: [Effect]
  /// Rules that are experiments without an update to measure.
  let unmeasured: [UnmeasuredRule]
  /// True to print everything; false to print only the answers.
  let isFull: Bool

  /// One line for each effect, and for each rule without an update to measure.
  public var json: String {
    var output = JSONWriter()
    for effect in effects {
      effect.write(into: &output)
      output.raw("\n")
    }
    for rule in unmeasured {
      rule.write(into: &output)
      output.raw("\n")
    }
    return output.string
  }

  /// The answers in sentences, in full for a single experiment, in lines of 80 columns.
  public var words: String { words(.plain, width: 80) }

  /// - Parameter width: the columns of a line, for tables and bars.
  package func words(_ style: Style, width: Int) -> String {
    var blocks = effects.map { effect in
      (isFull ? full(effect, style, width) : brief(effect, style)).joined(separator: "\n")
    }
    if !unmeasured.isEmpty { blocks.append(unmeasured.map(\.sentence).joined(separator: "\n")) }
    if !isFull, effects.contains(where: { $0.contrast == .holdout && $0.heldBack > 1 }) {
      blocks.append(Effect.heldBackTogether)
    }
    if !isFull, let rule = effects.first?.rule {
      blocks.append(style.dim("In full: --rule \(rule.string.shellQuoted)"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func brief(_ effect: Effect, _ style: Style) -> [String] {
    let lines = effect.sentences + [effect.period].compactMap(\.self) + effect.briefCautions
    return [style.bold(effect.title)] + lines.map { "  \($0)" }
  }

  private func full(_ effect: Effect, _ style: Style, _ width: Int) -> [String] {
    var lines = effect.sentences + [effect.period].compactMap(\.self)
    lines += ["", style.bold(effect.title)] + arms(of: effect, style, width)
    if let days = effect.days, effect.arms.contains(where: { $0.followed > 0 }) {
      lines += ["", style.bold("On \(effect.target.words) or later, by days since they entered")]
      lines += EffectBars(effect, days: days, width: width, style).lines
    }
    lines += ["", style.bold("How to read this")]
    return lines + (effect.cautionWords + effect.meaning).map { "- \($0)" }
  }

  private func arms(of effect: Effect, _ style: Style, _ width: Int) -> [String] {
    let columns = effect.columns
    let rows = effect.arms.map { arm in [arm.name.word] + columns.map { $0.cell(arm) } }
    return EffectTable(head: [""] + columns.map(\.heading), rows: rows).lines(width: width, style)
  }
}

/// A small table of figures: in columns, or on a narrow terminal one figure a line.
struct EffectTable {
  /// The first one is empty.
  let head: [String]
  let rows: [[String]]

  func lines(width: Int, _ style: Style) -> [String] {
    let widths = head.indices.map { column in ([head] + rows).map { $0[column].printedColumns }.max() ?? 0 }
    if widths.reduce(0, +) + 2 * widths.count > width { return narrow(style) }
    let lines = ([head] + rows).map { row in
      "  "
        + row.enumerated().map { index, cell in
          index == 0 ? cell.padded(to: widths[0]) : cell.padded(before: widths[index])
        }.joined(separator: "  ")
    }
    return [style.dim(lines[0])] + lines.dropFirst()
  }

  private func narrow(_ style: Style) -> [String] {
    let width = head.map(\.printedColumns).max() ?? 0
    return rows.flatMap { row in
      ["  \(row[0])"] + zip(head, row).dropFirst().map { "    \(style.dim($0.padded(to: width)))  \($1)" }
    }
  }
}

extension String {
  /// The text with blanks before it, so that numbers line up.
  fileprivate func padded(before width: Int) -> String {
    String(repeating: " ", count: max(0, width - printedColumns)) + self
  }
}

/// The shares of an experiment's groups day by day, as bars of text.
struct EffectBars {
  private let effect: Effect
  private let days: Int
  private let style: Style
  private let names: Int
  private let bar: Int

  init(_ effect: Effect, days: Int, width: Int, _ style: Style) {
    self.effect = effect
    self.days = days
    self.style = style
    names = min(max(8, min(20, width / 4)), effect.arms.map { $0.name.word.printedColumns }.max() ?? 0)
    // Two blanks, the day, the name, the bar and the share, with blanks between them.
    bar = max(6, min(40, width - names - 21))
  }

  /// A share of 1 fills a bar, unless all are much smaller.
  private var scale: Double {
    let highest = effect.arms.compactMap { $0.proportion?.share }.max() ?? 1
    return [0.1, 0.2, 0.5].first { highest <= $0 } ?? 1
  }

  var lines: [String] {
    let scale = scale
    let heads = effect.tableDays.map { "day \($0)" }
    let width = heads.map(\.count).max() ?? 0
    var lines = zip(effect.tableDays, heads).flatMap { day, head in
      effect.arms.enumerated().map { index, arm in
        "  \(style.dim((index == 0 ? head : "").padded(to: width)))  \(name(arm))  \(bar(arm, day, scale))"
      }
    }
    if scale < 1 { lines.append(style.dim("  A full bar is \(scale.percent).")) }
    return lines
  }

  private func name(_ arm: Arm) -> String {
    let word = arm.name.word
    return (word.printedColumns > names ? word.prefix(names - 1) + "…" : word).padded(to: names)
  }

  private func bar(_ arm: Arm, _ day: Int, _ scale: Double) -> String {
    guard let share = arm.proportion(after: Int64(day) * LengthOfTime.day)?.share else { return "–" }
    let eighths = Int((share / scale * Double(bar * 8)).rounded())
    let parts = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    let full = String(repeating: "█", count: eighths / 8) + parts[eighths % 8]
    return "\(arm.name == effect.reference?.name ? style.dim(full) : style.blue(full)) \(share.percent)"
  }
}

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
