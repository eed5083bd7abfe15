import HeraldQuestions
import Herald
import HeraldLog

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
