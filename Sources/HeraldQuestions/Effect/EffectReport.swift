import Herald

/// The measured effects of a log's experiments.
package struct EffectReport {
  package let effects: [Effect]
  /// Rules that are experiments without an update to measure.
  let unmeasured: [UnmeasuredRule]
  /// True to print everything; false to print only the answers.
  let isFull: Bool

  /// One line for each effect, and for each rule without an update to measure.
  package var json: [UInt8] {
    var output = JSONWriter()
    for effect in effects {
      effect.write(into: &output)
      output.raw("\n")
    }
    for rule in unmeasured {
      rule.write(into: &output)
      output.raw("\n")
    }
    return output.bytes
  }

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
