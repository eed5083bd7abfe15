import Herald

/// The headline of a rule that was not shown, its reasons, and why waiting alone does not help.
extension WhyNotAnswer {
  /// Every obstacle in a few words, those first that no waiting ends. Of many earlier rules, which all say the same, the
  /// first ones.
  var reasons: [String] {
    let most = 3
    var earlier = 0
    let all = whyNot.byLasting.compactMap { obstacle -> String? in
      if case .earlierRule = obstacle {
        earlier += 1
        if earlier > most { return nil }
      }
      return reason(obstacle)
    }
    let more = earlier - most
    return all + (more > 0 ? ["and so \(more == 1 ? "does one more rule" : "do \(more.grouped) more rules")"] : [])
  }

  /// The name, and of the obstacles the one that lasts longest.
  package var headline: String {
    guard let first = whyNot.byLasting.first else {
      return Headline.of(name, "\(found.judged?.verdict == .justified ? "shown" : "decided"), nothing stopped it")
    }
    switch first {
    case .failedTest(let test): return Headline.of(name, test.test.shortFailure, test.figures)
    case .ended(.alreadyVisible):
      return Headline.fitting(["\(name): \(reason(first))", "\(name): a prompt was on the screen"])
    case .ended(let reason): return Headline.of(name, reason.words)
    case .latchedPush: return Headline.of(name, "a push for an update is shown in its place")
    case .earlierRule(let earlier):
      return Headline.of(
        name, "\(earlier.rule.id.string.shown) comes before it", ["\(earlier.kind.rawValue), meets every condition"])
    case .closingRule(let earlier):
      return Headline.of(name, "\(earlier.rule.id.string.shown) before it closes the list")
    case .notInPolicy: return Headline.of(name, "the policy in force has no such rule")
    case .noLatch:
      guard let last = found.around.pushes.last else { return Headline.of(name, "none is in the log") }
      guard let ignored = last.ignored else { return Headline.of(name, "none waits any longer") }
      return Headline.of(name, "revision \(last.event.revision) was ignored", [ignored.reason.rawValue])
    case .latchWaits:
      return Headline.of(name, "it waits for another trigger", [whyNot.decision.question.trigger.rawValue])
    }
  }

  package var remarks: [String] {
    [found.otherDocumentWords].compactMap(\.self) + found.namesakeWords(of: whyNot.explained?.rule)
  }

  /// The pushes that came before, in a few words: the last one, where it was ignored.
  var pushes: String {
    guard let last = found.around.pushes.last else { return "none is in the log" }
    let count = found.around.pushCount
    let which = count == 1 ? "the only one" : "the last of \(count.grouped)"
    guard let ignored = last.ignored else {
      return "\(which) came at revision \(last.event.revision), and its version was launched since"
    }
    return "\(which) came at revision \(last.event.revision) and was ignored, \(ignored.words)"
  }

  /// The reasons why waiting alone does not make the rule due, behind a colon.
  var because: String {
    guard let waiting = whyNot.waiting, let rule = whyNot.explained else { return "" }
    func clock(_ moment: Timestamp) -> String {
      DeviceTime(moment: moment, offsetMinutes: whyNot.decision.question.now.offsetMinutes).words
    }
    let lasting = rule.tests.filter { !$0.passed && waiting.isLasting($0.test) }.map {
      "it \($0.failure(of: rule.rule))"
    }
    let begins = waiting.begins.map { "\($0.words(begins: true)) \(clock($0.moment))" }
    let ends = waiting.ends.map { "\($0.words(begins: false)) \(clock($0.moment))" }
    let all = lasting + begins + ends
    return all.isEmpty ? "" : ": \(all.joined(separator: ", and "))"
  }
}
