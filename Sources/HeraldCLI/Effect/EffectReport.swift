import Herald
import HeraldReport

/// Prints what experiments say.
struct EffectReport {
  /// Whether to print everything, or only the answers.
  let isFull: Bool
  private let style = Style.output
  private let width = TerminalWidth.output

  init(isFull: Bool) { self.isFull = isFull }

  /// One line for each effect.
  static func json(_ effects: [Effect]) -> [UInt8] {
    var output = JSONWriter()
    for effect in effects {
      effect.write(into: &output)
      output.raw("\n")
    }
    return output.bytes
  }

  /// - Parameter unmeasured: rules that are experiments without an update to measure.
  func words(_ effects: [Effect], unmeasured: [(rule: ExactString, why: Outcome)]) -> String {
    var blocks = effects.map { (isFull ? full($0) : brief($0)).joined(separator: "\n") }
    if !unmeasured.isEmpty {
      blocks.append(
        unmeasured.map { "\($0.rule.string.shown): nothing to measure, \($0.why.whyNot)." }.joined(separator: "\n"))
    }
    if !isFull, let rule = effects.first?.rule {
      blocks.append(style.dim("In full: --rule \(rule.string.shellQuoted)"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private func brief(_ effect: Effect) -> [String] {
    [style.bold(effect.title)] + effect.sentences.map { "  \($0)" } + effect.briefCautions.map { "  \($0)" }
  }

  private func full(_ effect: Effect) -> [String] {
    var lines = effect.sentences + ["", style.bold(effect.title)] + arms(of: effect)
    if let days = effect.days, effect.arms.contains(where: { $0.followed > 0 }) {
      lines += ["", style.bold("On \(effect.target.words) or later, by days since they entered")]
      lines += EffectBars(effect, days: days, width: width, style).lines
    }
    lines += ["", style.bold("How to read this")]
    return lines + (effect.cautionWords + effect.meaning).map { "- \($0)" }
  }

  private func arms(of effect: Effect) -> [String] {
    let isFollowed = effect.days != nil
    let figures = ["followed", "saw it", "updated", "share", "95 %"]
    let head = ["", "entered"] + (isFollowed ? figures : []) + ["median time"]
    let rows = effect.arms.map { arm in
      let interval = arm.proportion.map { "\($0.interval.lowerBound.points)–\($0.interval.upperBound.points)" }
      return [arm.name.word, arm.entered.grouped]
        + (!isFollowed
          ? []
          : [
            arm.followed.grouped, arm.saw.grouped, arm.proportion?.count.grouped ?? "–",
            arm.proportion?.share.percent ?? "–",
            interval ?? "–",
          ]) + [arm.medianWords]
    }
    return EffectTable(head: head, rows: rows).lines(width: width, style)
  }
}
