import Herald
import HeraldLog

/// Reports the changes under another policy: lines of JSON, or words.
package struct WhatIfReport {
  let sink: AnswerSink
  /// Number of changed installations, and of locked-out installations, that words may still name.
  private var examplesLeft: Int
  private var lockedOutLeft: Int
  private(set) var untold = 0
  /// The log that is read.
  var log = LogName([])
  /// True if a baseline replaces the log's own documents too.
  var hasBaseline = false
  /// The other policy's name in commands, quoted for a shell.
  package var policy = "POLICY"
  /// The command that prints one installation in full, without its name; nil if the input cannot be read again.
  package var command: String?

  /// - Parameter examples: the number of changed installations that words name, and as many locked out.
  package init(to sink: AnswerSink, examples: Int) {
    self.sink = sink
    examplesLeft = examples
    lockedOutLeft = examples
  }

  var style: Style { sink.style }

  /// Reports an installation for which something changes.
  mutating func changed(_ change: PolicyChange) throws {
    let isTold = isTold(change)
    try sink.send(json: json(change), words: isTold ? words(change) : nil)
  }

  /// Returns true if words name one more installation.
  private mutating func isTold(_ change: PolicyChange) -> Bool {
    // Locked-out installations have a limit of their own, so that others don't use it up.
    let left = change.isLockedOut ? \WhatIfReport.lockedOutLeft : \.examplesLeft
    guard self[keyPath: left] > 0 else {
      untold += 1
      return false
    }
    self[keyPath: left] -= 1
    return true
  }

  private func words(_ change: PolicyChange) -> String {
    let device =
      [change.profile[.appVersionName].map { "version \($0.string.shown)" }]
      + [change.profile[.deviceOsName]?.string.shown]
    let about = device.compactMap(\.self).joined(separator: ", ")
    var lines = ["\(style.bold(change.source.string.shown))  \(style.dim(about))"]
    for rule in change.rules where rule.before != rule.after {
      let name = "\(rule.rule.string.shown) (\(rule.kind.rawValue))"
      let label: String
      let detail: String
      if rule.isNew {
        label = style.green("newly".padded(to: 10))
        detail = "\(times(rule.after)), first at revision \(rule.revision)"
      } else if rule.isGone {
        label = style.yellow("no longer".padded(to: 10))
        detail = "\(times(rule.before)) before, first at revision \(rule.revision)"
      } else {
        label = style.blue((rule.after > rule.before ? "more" : "less").padded(to: 10))
        detail = "\(rule.before) → \(rule.after) times"
      }
      lines.append("  \(label) \(name), \(detail)")
    }
    if let force = forced(change) { lines.append("  \(force)") }
    if let end = ending(change) { lines.append("  \(end)") }
    lines += ahead(change).map { "  \($0)" }
    if let command { lines.append("  \(style.dim("\(command) \(change.source.string.shellQuoted)"))") }
    return lines.map { $0 + "\n" }.joined()
  }

  private func ending(_ change: PolicyChange) -> String? {
    guard let prompt = change.blockedAfter, change.isBlocked || change.isLockedOut else { return nil }
    let name = "\(prompt.rule.string.shown) (\(prompt.kind.rawValue))"
    return change.isLockedOut
      ? "\(style.red("locked out")) still behind \(name), which leads nowhere, when the log ends"
      : "\(style.red("blocked".padded(to: 10))) still behind \(name) when the log ends"
  }

  private func times(_ count: Int) -> String { count == 1 ? "once" : "\(count.grouped) times" }

  private func json(_ change: PolicyChange) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.member("source", change.source)
      $0.member("appVersionName", change.profile[.appVersionName])
      $0.member("deviceOsName", change.profile[.deviceOsName])
      $0.member("blocked", change.isBlocked)
      $0.member("lockedOut", change.isLockedOut)
      $0.member("forcedBefore", change.firstForceBefore)
      $0.member("forced", change.firstForceAfter)
      $0.member("mostADayBefore", change.busiestDayBefore.prompts)
      $0.member("mostADay", change.busiestDayAfter.prompts)
      $0.member("rules", change.rules) { output, rule in
        output.object {
          $0.member("rule", rule.rule)
          $0.member("kind", word: rule.kind)
          $0.member("before", rule.before)
          $0.member("after", rule.after)
          $0.member("revision", rule.revision)
        }
      }
      $0.ahead(change.ahead?.asked)
    }
    return output.bytes
  }
}

/// Phased roll-outs, drawn over the installations of the log.
extension WhatIfReport {
  /// For each rule in phases, a line for each step.
  func phases(_ summary: WhatIfSummary) -> [String] {
    sorted(summary).flatMap { population -> [String] in
      let all = summary[.installations].of("installation", "installations")
      let whom = "\(population.rule.string.shown): the rule is for \(population.installations.grouped) of \(all)"
      let clock = population.startsAtOnce ? "" : "; each step starts by the device's own clock"
      let bars = PhasedBars(population, style).lines.map { heading("") + $0 }
      return [heading("Roll-out") + whom + clock] + bars
    }
  }

  private func sorted(_ summary: WhatIfSummary) -> [PhasedPopulation] {
    summary.phased.values.sorted { $0.rule < $1.rule }
  }

  /// A line for each rule in phases.
  func writePhases(_ summary: WhatIfSummary, to output: inout JSONWriter) {
    for population in sorted(summary) {
      output.line {
        $0.member("phasedRollout") {
          $0.object {
            $0.member("rule", population.rule)
            $0.member("installations", population.installations)
            $0.member("steps") { $0.phases(population) }
          }
        }
      }
    }
  }
}

/// One installation's decisions under both policies, event by event.
extension WhatIfReport {
  /// Tells the effects of an event under both policies, for the only installation of the report.
  func lived(_ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString) throws {
    try sink.send(json: json(moment, fact, source), words: words(moment, fact))
  }

  /// Nil for an event after which nothing is decided and nothing else was done.
  private func words(_ moment: PolicyComparison.Moment, _ fact: Fact) -> String? {
    var lines: [String] = []
    if let after = moment.after {
      let place = "\(String(fact.revision).leftPadded(to: 5))  \(fact.time.words)"
      lines.append("\(style.dim(place))  \(after.decision.question.trigger.rawValue)")
      let (old, new) = (moment.before.map(words) ?? "", words(after))
      let isSame = ExactString(old) == ExactString(new)
      lines += isSame ? ["       both    \(new)"] : ["       before  \(old)", "       after   \(new)"]
    }
    if let deviation = moment.deviation {
      lines.append("       \(style.yellow("app")) at revision \(deviation.revision): \(deviation.words)")
    }
    return lines.isEmpty ? nil : lines.map { $0 + "\n" }.joined()
  }

  private func words(_ step: Counterfactual.Step) -> String {
    DecisionWords(step.decision, style).line + (step.answer.map { ", answered \($0.rawValue)" } ?? "")
  }

  /// A line for what the app did otherwise, and one for the decisions under both policies: the other policy's as
  /// `decision` with its `answer`, and the log's own as `baseline`.
  private func json(_ moment: PolicyComparison.Moment, _ fact: Fact, _ source: ExactString) -> [UInt8] {
    var output = JSONWriter()
    if let deviation = moment.deviation {
      output.line {
        $0.member("deviation") {
          $0.object {
            $0.moment(of: source, revision: deviation.revision, time: deviation.time)
            $0.member("verdict", word: deviation.verdict)
            $0.member("rule", deviation.rule)
            $0.member("kind", word: deviation.kind)
          }
        }
      }
    }
    if let step = moment.after {
      output.line {
        $0.member("decision") { step.decision.write(into: &$0) }
        $0.member("answer", word: step.answer)
        $0.member("baseline", optional: moment.before) { output, before in
          output.object {
            $0.member("decision") { before.decision.write(into: &$0) }
            $0.member("answer", word: before.answer)
          }
        }
      }
    }
    return output.bytes
  }
}

/// Describes the times at which users are forced, and the number of prompts that one user sees.
extension WhatIfReport {
  /// Describes the time at which the user is forced first under each policy; nil where both times are the same.
  func forced(_ change: PolicyChange) -> String? {
    guard change.isForcedOtherwise else { return nil }
    let label = style.red("forced".padded(to: 10))
    switch (change.firstForceBefore, change.firstForceAfter) {
    case (nil, let after?): return "\(label) by \(words(after)) (before: never)"
    case (let before?, nil): return "\(label) never (before: by \(words(before)))"
    case (let before?, let after?):
      return "\(label) by \(words(after)) (before: by \(words(before)))"
    case (nil, nil): return nil
    }
  }

  private func words(_ force: FirstForce) -> String {
    "\(force.rule.string.shown) (\(force.kind.rawValue)) at \(force.time.words), revision \(force.revision)"
  }

  /// Describes the number of installations that are forced, and their days.
  func forced(_ summary: WhatIfSummary) -> String {
    let numbers = "\(summary[.forcedBefore].grouped) before, \(summary[.forced].grouped) under the other policy"
    let days = summary.forced.filter { $0.value.after > 0 }.sorted { $0.key < $1.key }
    guard let first = days.first, let last = days.last else { return numbers }
    var count = 0
    let half = days.first { day in
      count += day.value.after
      return count * 2 >= summary[.forced]
    }
    let when =
      first.key == last.key
      ? "all of them on \(text(ofDay: first.key)) (UTC)"
      : "first on \(text(ofDay: first.key)), half of them by \(text(ofDay: (half ?? last).key)), "
        + "the last on \(text(ofDay: last.key)) (UTC)"
    return "\(numbers): \(when)"
  }

  /// The most prompts that one user sees within 24 hours.
  func mostADay(_ summary: WhatIfSummary) -> String {
    let who = summary.busiest.map { ", by \($0.source.string.shown) in the 24 hours to \($0.end.words)" } ?? ""
    return "\(summary[.mostADayBefore].of("prompt", "prompts")) before, \(summary[.mostADay]) under the other policy"
      + who
  }
}

extension JSONWriter {
  /// Appends the first prompt that a user could not put off, or null.
  mutating func member(_ name: StaticString, _ force: FirstForce?) {
    member(name, optional: force) { output, force in
      output.object {
        $0.member("rule", force.rule)
        $0.member("kind", word: force.kind)
        $0.member("time", force.time.moment)
        $0.member("revision", force.revision)
      }
    }
  }
}
