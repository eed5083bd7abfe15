import Herald
import HeraldFormats

/// Explains as JSON why a rule was not shown.
package struct WhyNotAnswer: DecisionAnswer {
  package let found: DecisionFinder.Found
  let whyNot: WhyNot
  private let leftOutRules: LeftOutRules

  init(_ found: DecisionFinder.Found, rule: ExactString) {
    self.found = found
    whyNot = WhyNot(rule, found.decision.question, in: found.step.state)
    leftOutRules = LeftOutRules(in: found)
  }

  /// The ids of the rules in force, in the order of the document.
  var ids: [ExactString] { found.step.state.policy?.rules.map(\.id) ?? [] }

  /// The findings for which reading the document left the rule out; if the document has no such rule, the findings
  /// about other rules.
  var leftOut: [Diagnostic] {
    let own = leftOutRules.findings(of: whyNot.rule)
    return own.isEmpty ? leftOutRules.findings : own
  }

  /// The rule that was probably meant: a rule with the same number, or with a similar id.
  var meant: ExactString? {
    guard leftOutRules.findings(of: whyNot.rule).isEmpty else { return nil }
    let rule = whyNot.rule.string
    func number(_ id: String) -> Substring { id.split(separator: ":").last ?? "" }
    func letters(_ id: String) -> String { id.filter { !$0.isNumber } }
    let ids = ids.map(\.string)
    let misspelt = Spelling.nearest(to: rule, among: Set(ids.filter { letters($0) != letters(rule) }))
    return (ids.first { number($0) == number(rule) } ?? misspelt).map { ExactString($0) }
  }

  package var json: String {
    var output = JSONWriter()
    output.line {
      whyNot.decision.writeHead(into: &$0)
      $0.member("not", whyNot.rule)
      $0.member("obstacles", whyNot.obstacles) { write($1, into: &$0) }
      $0.member("smallest") { $0.object { writeSmallest(into: &$0) } }
      $0.member("due", optional: whyNot.due) { output, due in
        output.object {
          $0.member("from", due.from)
          $0.member("waitMilliseconds", Int(due.from.milliseconds - whyNot.decision.question.now.moment.milliseconds))
          $0.member("trigger", word: due.trigger)
          if let operation = due.operation { $0.member("operation", operation) }
          $0.member("shown", due.isShown)
        }
      }
      if let latest = found.latest { $0.member("latestDecision", latest) }
      $0.member("headline", headline)
      if whyNot.due == nil, let waiting = whyNot.waiting {
        $0.member("waiting") {
          $0.object {
            $0.member("begins", waiting.begins) { $1.write(into: &$0) }
            $0.member("ends", waiting.ends) { $1.write(into: &$0) }
          }
        }
      }
      found.writeNamesakes(of: whyNot.explained?.rule, into: &$0)
      found.writeApp(into: &$0)
    }
    return output.string
  }

  /// The fewest changes with which the rule would have been shown.
  private func writeSmallest(into output: inout JSONWriter) {
    let smallest = whyNot.smallest
    output.member("sets", smallest.sets) { output, set in
      output.array(set) { ChangeWords($1, in: found).write(into: &$0) }
    }
    output.member("limit", smallest.limits.changes)
    output.member("decisions", smallest.decisions)
    output.member("cutShort", smallest.isCutShort)
  }

  private func write(_ obstacle: Obstacle, into output: inout JSONWriter) {
    output.object {
      $0.member("obstacle", obstacle.code)
      writeDetails(of: obstacle, into: &$0)
      if whyNot.isLasting(obstacle) { $0.member("lasting", true) }
    }
  }

  private func writeDetails(of obstacle: Obstacle, into output: inout JSONWriter) {
    switch obstacle {
    case .ended, .latchWaits: break
    case .noLatch: output.member("pushes", found.around.pushes) { $1.write(into: &$0) }
    case .latchedPush:
      if let event = found.causes.latch {
        output.event(revision: event.revision, id: event.id, type: event.type)
      }
    case .earlierRule(let earlier), .closingRule(let earlier):
      output.member("rule", earlier.rule.id)
      output.member("kind", word: earlier.kind)
      output.member("place") { $0.place(earlier.rule.source.place) }
    case .failedTest(let test):
      guard let rule = whyNot.explained?.rule else { break }
      output.member("compared", test.comparisons) { found.write($1, of: rule, into: &$0) }
    case .notInPolicy: writeRules(into: &output)
    }
  }

  private func writeRules(into output: inout JSONWriter) {
    output.member("rules", ids) { $0.string($1) }
    output.member("meant", meant)
    output.member("leftOut", leftOut) { output, finding in
      output.object {
        $0.member("code", finding.code.name)
        $0.member("what", finding.what)
        $0.member("place") { $0.place(finding.place) }
      }
    }
  }
}

/// Explains in words why a rule was not shown: one sentence, every obstacle, and the changes that would show it.
extension WhyNotAnswer {
  package func words(_ style: Style, _ level: WhyLevel = .all) -> String {
    if level == .sentence { return (found.prefaces + [sentence]).joined(separator: " ") + "\n" }
    var lines =
      [style.dim(found.title), ""] + found.prefaces.flatMap { [style.yellow($0), ""] }
      + [style.bold(headline), "", sentence]
    if !whyNot.obstacles.isEmpty { lines += ["", style.bold("What stopped it")] }
    for obstacle in whyNot.byLasting { lines += words(obstacle, style) }
    for remark in remarks { lines += ["", remark] }
    if let due = validity, level == .all { lines += ["", due] }
    if !whyNot.obstacles.isEmpty, level == .all { lines += [""] + changes(style) }
    return lines.joined(separator: "\n") + "\n"
  }

  var name: String { whyNot.rule.string.shown }

  private var sentence: String {
    guard !whyNot.obstacles.isEmpty else {
      let judged = found.judged
      switch judged?.verdict {
      case .justified: return "\(name) was shown: nothing stopped it."
      case .open: return "\(name) was decided, and the log ends before it says whether it was shown."
      case .unknown:
        let missing = judged.map { ": \($0.missing.words)" } ?? ""
        return "\(name) was decided. Whether it was shown cannot be judged\(missing)."
      case .unjustified, .missed, nil: return "\(name) was decided: nothing stopped it but the app."
      }
    }
    let reasons = reasons.joined(separator: "; ")
    // The app may have shown it all the same, which the sentence before says.
    guard let judged = found.showingWithoutDecision, judged.rule == whyNot.rule else {
      return "\(name) was not shown: \(reasons)."
    }
    if judged.verdict == .unknown {
      return
        "\(name) was shown at revision \(judged.revision), and whether that was decided cannot be judged. The decision "
        + "of revision \(found.decision.revision) does not show it: \(reasons)."
    }
    return "\(name) was not decided: \(reasons)."
  }

  /// An obstacle in a few words.
  func reason(_ obstacle: Obstacle) -> String {
    switch obstacle {
    case .ended(.alreadyVisible):
      "\(found.step.state.visible?.rule.string.shown ?? "a prompt") was on the screen already"
    case .ended(let reason): reason.words
    case .latchedPush: "a push asked for an update, which is shown in its place"
    case .earlierRule(let earlier):
      "\(earlier.rule.id.string.shown) (\(earlier.kind.rawValue)) comes before it and meets every condition"
    case .closingRule(let earlier):
      "\(earlier.rule.id.string.shown) comes before it and closes the list: no later rule is looked at"
    case .failedTest(let test): "it \(whyNot.explained.map { test.failure(of: $0.rule) } ?? test.test.shortFailure)"
    case .notInPolicy: "the policy in force has no rule \(name)"
    case .noLatch: "no push asks for an update: \(pushes)"
    case .latchWaits:
      "a push asks for an update, and is not shown at this trigger (\(whyNot.decision.question.trigger.rawValue))"
    }
  }

  private func words(_ obstacle: Obstacle, _ style: Style) -> [String] {
    let head = "  \(style.red("✗")) \(obstacle.code.padded(to: 15))"
    let indent = String(repeating: " ", count: 19)
    switch obstacle {
    case .failedTest(let test):
      guard let rule = whyNot.explained?.rule else { return [head] }
      let compared = test.comparisons.map { found.words($0, of: rule, style) }
      return [head + (compared.first ?? "")] + compared.dropFirst().map { indent + $0 }
    case .earlierRule(let earlier), .closingRule(let earlier):
      let place =
        earlier.rule.source.place.map {
          "  (\($0.line):\($0.column)\($0.pointer.isEmpty ? "" : ", \($0.pointer.shown)"))"
        } ?? ""
      return [head + reason(obstacle) + style.dim(place)]
    case .notInPolicy: return [head + reason(obstacle)] + rules.map { indent + $0 }
    case .latchedPush: return [head + reason(obstacle) + style.dim(revision(found.causes.latch))]
    case .ended(.alreadyVisible): return [head + reason(obstacle) + style.dim(revision(found.causes.visible))]
    case .ended(.underReview), .ended(.otherPackage):
      return [head + reason(obstacle) + style.dim(revision(found.causes.policy))]
    case .noLatch: return [head + reason(obstacle)] + found.around.pushes.map { indent + $0.words }
    case .ended, .latchWaits: return [head + reason(obstacle)]
    }
  }

  private func revision(_ event: Provenance.EventName?) -> String { event.map { "  (revision \($0.revision))" } ?? "" }

  /// The rules in force, and those that were left out.
  private var rules: [String] {
    let known = ids.map(\.string.shown).joined(separator: ", ")
    var lines = [ids.isEmpty ? "it has no rules at all" : "it has \(known)"]
    if let meant { lines.append("did you mean \(meant.string.shown)?") }
    lines += leftOut.prefix(5).map { "left out at \($0.location.shown): \($0.what.shown)" }
    if leftOut.count > 5 { lines.append("and \(leftOut.count - 5) more were left out: `herald lint` lists them") }
    if let refused = found.step.state.refused {
      lines.append("a newer document was refused (\(refused.reason.rawValue)); it may have the rule")
    }
    return lines
  }

  /// A sentence on the time from which the rule itself is due; nil for a rule that no policy has, and for a rule that
  /// is shown.
  package var validity: String? {
    guard whyNot.explained != nil, !whyNot.obstacles.isEmpty else { return nil }
    guard let due = whyNot.due else { return "Waiting alone does not make \(name) due\(because)." }
    let question = whyNot.decision.question
    let isAsked = (due.trigger, due.operation ?? question.operation) == (question.trigger, question.operation)
    let place =
      isAsked ? "" : due.operation.map { " at the operation \($0.string.shown)" } ?? " at a \(due.trigger.rawValue)"
    let blocked = "what stopped it before it was looked at would still have to go"
    if due.from == question.now.moment {
      return "\(name) itself was due already\(place)" + (due.isShown ? "." : ": \(blocked).")
    }
    let wait = LengthOfTime.words(due.from.milliseconds - question.now.moment.milliseconds)
    let from = "\(name) itself is due\(place) from \(found.clock(due.from)), \(wait) later"
    return from + (due.isShown ? ", and is then shown." : "; \(blocked).")
  }

  private func changes(_ style: Style) -> [String] {
    let smallest = whyNot.smallest
    if whyNot.obstacles.contains(where: \.isUnknownRule) {
      return [style.bold("No change of the device or of its state shows it: no policy in force has it.")]
    }
    guard !smallest.sets.isEmpty else { return [style.bold(nothing)] }
    let most = 8
    var lines = [style.bold("It would have been shown if")]
    for (index, set) in smallest.sets.prefix(most).enumerated() {
      let changes = set.map { ChangeWords($0, in: found).words }
      lines += zip(changes.indices, changes).map { place, change in
        (place == 0 ? (index == 0 ? "  " : "  or ") : "     and ") + change
      }
    }
    if smallest.sets.count > most { lines.append("  and in \(smallest.sets.count - most) more ways") }
    let size = smallest.sets[0].count
    let smaller = size == 1 ? "" : "; nothing smaller works"
    return lines + ["", style.dim("Verified by deciding again \(smallest.decisions.of("time", "times"))\(smaller).")]
  }

  /// The sentence for a search without a result, with its limits.
  private var nothing: String {
    let smallest = whyNot.smallest
    let tried = smallest.decisions.of("decision", "decisions")
    return smallest.isCutShort
      ? "No change was found that shows it; the search ended after \(tried), so there may be one."
      : "No change was found that shows it: all sets of up to \(smallest.limits.changes) were tried (\(tried))."
  }
}
