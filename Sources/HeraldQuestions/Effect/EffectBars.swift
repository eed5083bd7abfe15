import Herald

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
