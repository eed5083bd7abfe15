import Herald

extension PromisesAnswer {
  /// The answer for people, without colours.
  public var words: String { words(.plain) }

  /// The answer for people: the headline, then each statement with its verdict and what shows it.
  package func words(_ style: Style) -> String {
    let kept = promises.count(where: \.isKept)
    let held = "\(kept.grouped) of \(promises.count.of("promise")) \(kept == 1 ? "holds" : "hold")"
    var lines = [style.bold("\(file.shown): \(held)\(assumption.clause)"), ""]
    for answer in promises {
      let (sign, verdict) =
        switch answer.verdict {
        case .holds: (style.green("✓"), "holds")
        case .doesNotHold: (style.red("✗"), "does not hold")
        case .notDecided(let limit): (style.yellow("?"), "not decided: \(limit.shown)")
        }
      lines.append("\(sign) \(answer.promise.text.shown)")
      lines.append("    \(verdict)\(Self.proof(answer))")
      lines += answer.promise.remarks.map { "    \(style.dim($0))" }
    }
    if let sentence = AnalyzeAnswer.sentence(leavingOut: leftOut) { lines += ["", "\(style.yellow("!")) \(sentence)"] }
    return lines.map { $0 + "\n" }.joined()
  }

  /// A colon and the prompts in the logs of an answer, or its reason; empty for an answer with neither.
  static func proof(_ answer: PromiseAnswer) -> String {
    switch answer.witness {
    case nil: answer.reason.map { ": \($0)" } ?? ""
    case .one(let log): ": \(log.sight) on \(log.device)\(log.occasion)\(log.likeness)"
    case .pair(let pair):
      ": \(pair.before.sight) before, \(pair.after.sight) after, on \(pair.after.device)\(pair.after.occasion)"
        + pair.after.likeness
    }
  }
}

extension StatementVerdict {
  /// The limit that was met, as a clause; nil where the statement is decided.
  public var limit: String? { if case .notDecided(let limit) = self { limit } else { nil } }
}

extension AnalyzeWitness {
  /// The kind that is seen at the decision that is meant.
  fileprivate var sight: String { PromptKind.noun(of: replayed()?.decision.prompt?.kind) }
}

extension Promise {
  /// Sentences about how the statement is read.
  fileprivate var remarks: [String] {
    guard case .every(_, _, let date?) = form, !date.isInstant else { return [] }
    return ["\(date.text.trimmed) is on each device's clock: up to 26 hours apart around the globe."]
  }
}
