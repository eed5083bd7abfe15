package import Herald
import HeraldFormats

/// Explains one decision as JSON.
package struct WhyDecisionAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  package let explanation: Explanation
  let because: [Provenance.Cause]
  /// The findings about rules that were left out of the policy in force; empty where the decision tested no rules.
  let leftOut: [Diagnostic]

  package init(_ found: DecisionFinder.Found) {
    self.found = found
    explanation = Explanation(found.decision.question, in: found.step.state)
    because = found.causes.because(of: explanation, asking: found.step.event, in: found.step.state)
    let asksRules = explanation.decision.reason == .noRule || !explanation.rules.isEmpty
    leftOut = asksRules ? LeftOutRules(in: found).findings : []
  }

  /// The decision's line with every test, the events that it rests on, and the time until which it holds.
  package var json: String {
    var output = JSONWriter()
    explanation.write(because, from: found.causes, into: &output) { output in
      output.member("headline", headline)
      found.writeApp(into: &output)
      found.writeAhead(into: &output)
      writeText(into: &output)
      found.writeNamesakes(of: shownRule, into: &output)
      output.member("before") { output in
        let (shown, unanswered) = found.showings.unanswered
        output.object {
          $0.member("shown", shown)
          $0.member("unanswered", unanswered)
        }
      }
      writeDeferrals(into: &output)
      output.member("refused", optional: refusedDocument) { output, refused in
        output.object {
          $0.member("digest", refused.digest)
          $0.member("reason", word: refused.reason)
          if let until = rollback(refused).flatMap({ $0.1.until }) { $0.member("until", until) }
        }
      }
      output.member("trust", sentences: trustSentences)
      output.member("waitingPush", optional: isPushWaiting ? found.causes.latch : nil) { output, push in
        output.object { $0.event(revision: push.revision, id: push.id, type: push.type) }
      }
      output.member("updatesChosen", optional: updatesChosen) { output, update in
        output.object {
          $0.member("rule", update.rule)
          $0.member("times", update.times)
          $0.member("appVersionName", found.step.state.profile[.appVersionName])
        }
      }
    }
    output.raw("\n")
    return output.string
  }

  /// The last document if it was refused and the decision would have used it; otherwise nil.
  var refusedDocument: DocumentRefusal? {
    let asksThePolicy: Set<DecisionReason> = [.noPolicy, .otherPackage, .underReview, .noRule]
    let isAsked = asksThePolicy.contains(explanation.decision.reason) || !explanation.rules.isEmpty
    return isAsked ? found.step.state.refused : nil
  }

  /// Sentences on how far the policy can be trusted; none for an app that trusts no keys.
  var trustSentences: [String] { found.causes.trust.sentences(on: explanation, in: found.step.state) }

  /// True if a push asks for an update, and this decision does not show it.
  var isPushWaiting: Bool {
    found.step.state.latch != nil && explanation.decision.prompt?.rule != Prompt.pushRule
  }

  /// The rule that is shown, and the number of times that the user chose to update before, though the app's version
  /// never changed; nil where that did not happen.
  var updatesChosen: (rule: ExactString, times: Int)? {
    guard let rule = explanation.decision.prompt?.rule, let times = found.causes.updatesChosen[rule], times > 0 else {
      return nil
    }
    return (rule, times)
  }
}

extension JSONWriter {
  /// Appends an array of sentences; nothing for an empty array.
  fileprivate mutating func member(_ name: StaticString, sentences: [String]) {
    if !sentences.isEmpty { member(name, sentences) { $0.string($1) } }
  }
}

/// Explains one decision in words: one sentence, then each rule, then the events that the decision rests on.
extension WhyDecisionAnswer {
  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    let isPlain = found.deviation == nil && found.withoutEffect == nil
    let answer = isPlain ? sentence : "Decided at revision \(found.decision.revision): \(sentence)"
    if level == .sentence { return (found.prefaces + [answer]).joined(separator: " ") + "\n" }
    var lines = [style.dim(found.title)] + (found.introduction.map { [style.dim($0)] } ?? []) + [""]
    lines += found.prefaces.flatMap { [style.yellow($0), ""] }
    // A sentence that says no more than the headline is not said twice.
    lines += [style.bold(headline), ""] + (answer == headline + "." ? [] : [answer, ""])
    lines += textWords(style)
    for rule in explanation.rules { lines += words(rule, style, level) + (level == .all ? [""] : []) }
    if level == .path, !explanation.rules.isEmpty { lines.append("") }
    if level == .all { lines += steps(style) + [""] }
    lines.append(style.bold("Based on"))
    for cause in because {
      let place = "revision \(cause.event.revision)".padded(to: 14)
      lines.append(
        "  \(place)\(cause.event.type.string.shown.padded(to: 21))\(cause.supplied.shown) \(style.dim(cause.event.id.string.shown))"
      )
    }
    for remark in remarks { lines += ["", remark] }
    lines += leftOutWords(style)
    lines += ["", validity ?? explanation.waitingWords]
    return lines.joined(separator: "\n") + "\n"
  }

  /// Until when the answer holds, and what is shown then; nil where time alone never changes it.
  package var validity: String? {
    guard let until = explanation.until, let next = explanation.nextWords else { return nil }
    return "Valid until \(found.clock(until)); after that it changes without any new event: \(next)."
  }

  var isMissed: Bool { found.judged?.verdict == .missed }

  /// The answer in one sentence.
  package var sentence: String {
    guard explanation.rules.isEmpty, explanation.decision.reason == .noRule, !leftOut.isEmpty else {
      return explanation.sentence(isMissed ? "should be shown" : "is shown")
    }
    let count = LeftOutRules.count(leftOut)
    let number = count == 1 ? "one was" : "\(count) were"
    return "Nothing is shown: \(explanation.decision.silence): \(number) left out as invalid."
  }

  private func words(_ rule: ExplainedRule, _ style: Style, _ level: WhyLevel) -> [String] {
    let place = rule.rule.source.place.map { place in
      ["line \(place.line)", "column \(place.column)", place.pointer].filter { !$0.isEmpty }.joined(separator: ", ")
    }
    let verdict =
      rule.failed.map { style.red("does not apply: \($0.shortFailure)") } ?? style.green(isMissed ? "decided" : "shown")
    var lines = [
      "\(style.bold(rule.rule.id.string.shown)) (\(rule.kind.rawValue)) \(verdict)  \(style.dim((place ?? "").shown))"
    ]
    if let kind = rule.kindWords({ found.clock($0) }) {
      lines.append("  · \("kind".padded(to: 9)) \(kind.shown)\(style.dim(kindPlace(rule.rule)))")
    }
    // The path to a rule that is shown is empty but for what its numbers do not say.
    let isShown = rule.failed == nil
    for test in rule.tests
    where level == .all || test.test == rule.failed
      || isShown && (test.isAboutAnotherApp || test.comparisons.contains { $0.remarks != nil })
    {
      let isFirst = test.test == rule.failed
      let mark = test.passed ? style.green("✓") : style.red("✗")
      let name = test.test.rawValue.padded(to: 9) + " "
      guard !test.comparisons.isEmpty else {
        lines.append("  \(mark) \(style.dim(name + (test.silence ?? .notSet).words))")
        continue
      }
      // The path through a failed test consists of its failed comparisons.
      let compared = level == .all || isShown ? test.comparisons : test.comparisons.filter { !$0.passed }
      for (index, comparison) in compared.enumerated() {
        let head =
          index == 0 ? "\(mark) \(isFirst ? style.bold(name) : name)" : "  " + String(repeating: " ", count: 10)
        lines.append("  \(head)\(found.words(comparison, of: rule.rule, style))")
      }
    }
    return lines
  }
}

/// The checks of a decision before its rules, each with its result. They are derived from the decision's reason, so
/// that they cannot contradict it.
extension WhyDecisionAnswer {
  private struct Step {
    let reason: DecisionReason
    let passes: String
    let fails: String
    var event: Provenance.EventName?
  }

  private var all: [Step] {
    let trigger = explanation.decision.question.trigger.rawValue
    let state = found.step.state
    let visible = state.visible.map { "\($0.rule.string.shown) is on the screen" } ?? "a prompt is on the screen"
    return [
      Step(reason: .notLaunched, passes: "the app was launched", fails: "the app was not launched yet"),
      Step(
        reason: .alreadyVisible, passes: "no prompt is on the screen", fails: visible, event: found.causes.visible),
      Step(reason: .silent, passes: "trigger \(trigger) may interrupt", fails: "a heartbeat never interrupts"),
      Step(reason: .busy, passes: notBusy, fails: "the user came back in the middle of something"),
      Step(
        reason: .underReview, passes: "this version is not under review", fails: "this version is under review",
        event: found.causes.policy),
      Step(reason: .noPolicy, passes: "a policy is in force", fails: "no policy is in force"),
      Step(
        reason: .otherPackage, passes: "the policy is this app's", fails: "the policy is another app's",
        event: found.causes.policy),
    ]
  }

  func steps(_ style: Style) -> [String] {
    var lines = [style.bold("Checked before the rules")]
    let decision = explanation.decision
    let isPush = decision.prompt?.rule == Prompt.pushRule
    for step in all {
      let name = step.reason.rawValue.padded(to: 15)
      if isPush, step.reason == .noPolicy { break }
      let isEnd = step.reason == decision.reason
      let place = isEnd ? step.event.map { style.dim("  (revision \($0.revision))") } ?? "" : ""
      let mark = isEnd ? style.red("✗") : style.green("✓")
      lines.append("  \(mark) \(isEnd ? style.bold(name) : name) \(isEnd ? step.fails : step.passes)\(place)")
      if isEnd { return lines + ["  \(style.dim("nothing after it was checked"))"] }
    }
    if isPush {
      let place = found.causes.latch.map { style.dim("  (revision \($0.revision))") } ?? ""
      lines.append(
        "  \(style.green("✓")) \("push".padded(to: 15)) a push asked for an update, which comes before any rule\(place)"
      )
    }
    return lines
  }
}

/// Further sentences of the answer beside the rules: an operation that waits, a document that was refused, keys, a push
/// that waits, updates that were chosen before.
extension WhyDecisionAnswer {
  /// One sentence for each, in the order in which they are printed.
  package var remarks: [String] {
    [destinationWords, otherAppWords, operationWords, clockWords, refusedWords, found.otherDocumentWords].compactMap(
      \.self) + trustSentences.map(\.shown)
      + [waitingPushWords, chosenWords, deferralWords, found.unansweredWords].compactMap(\.self)
      + found.namesakeWords(of: shownRule)
  }

  /// A sentence on the operation that the user began: it may proceed, or a prompt holds it back; nil where none was
  /// begun.
  private var operationWords: String? {
    let question = explanation.decision.question
    guard question.trigger == .operation else { return nil }
    let name = question.operation.map { "The operation `\($0.string.shown)`" } ?? "The operation"
    let onScreen = explanation.decision.reason == .alreadyVisible ? found.step.state.visible?.kind : nil
    let isHeldBack = explanation.decision.prompt != nil || onScreen?.isBlocking == true
    return "\(name) \(isHeldBack ? "is held back by the prompt" : "is not held back")."
  }

  /// A sentence on a period that counts from the moment at which the clock was set back; nil where no rule's period
  /// does.
  private var clockWords: String? {
    let spaced = explanation.rules.filter { $0.tests.contains { $0.test == .period && !$0.comparisons.isEmpty } }
    for rule in spaced.map(\.rule.id).reversed() {
      guard let step = found.causes.clockStep(before: rule) else { continue }
      return
        "The device's clock was set back (revision \(step.revision)): the period of \(rule.string.shown) counts from "
        + "that moment."
    }
    return nil
  }

  private var refusedWords: String? {
    guard let refused = refusedDocument else { return nil }
    let older = refused.reason == .rollback ? rollbackWords(refused) : nil
    let kept = found.step.state.policy == nil ? "" : " The policy accepted before it stays in force."
    return "Not in force: the document \(refused.digest.shortDigest) that came last was refused: "
      + "\(refused.reason.rawValue), \(older ?? refused.reason.words).\(kept)"
  }

  /// The words that say in which respect the refused document is older; nil where the log does not have its text.
  private func rollbackWords(_ refused: DocumentRefusal) -> String? {
    rollback(refused).flatMap { found.step.state.newerWords(than: $0.0) }
  }

  /// The refused document's policy, and in which respect it is older; nil for another refusal, and where the log does
  /// not have its text.
  private func rollback(_ refused: DocumentRefusal) -> (Policy, Rollback)? {
    guard refused.reason == .rollback, let text = found.documents[refused.digest], let policy = found.step.state.policy,
      case .accepted(let older) = Formats.read(
        Document(text: text, format: policy.format, url: policy.url, storeURL: policy.storeURL)
      ).reading
    else { return nil }
    return found.step.state.rollback(of: older).map { (older, $0) }
  }

  private var waitingPushWords: String? {
    guard isPushWaiting else { return nil }
    let place = found.causes.latch.map { " (revision \($0.revision))" } ?? ""
    if explanation.decision.reason == .underReview {
      return "A push\(place) asks for an update and waits: while this version is under review, it is not shown either."
    }
    return
      "A push\(place) asks for an update and waits: it is shown at a launch, a login, an operation or a manual check, "
      + "and at a return where the policy sets `pushOnForeground`."
  }
}
