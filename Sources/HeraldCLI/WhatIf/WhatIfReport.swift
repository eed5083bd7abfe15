import Herald

/// Prints what another policy changes: lines of JSON, or words.
struct WhatIfReport {
  let isJSON: Bool
  let style = Style.output
  /// The number of changed installations, and of locked-out ones, that may still be printed in words.
  private var examplesLeft: Int
  private var lockedOutLeft: Int
  private(set) var untold = 0
  /// The log that is read.
  var log = ""
  /// The command that prints one installation in full, without its name; nil if the input cannot be read again.
  var command: String?

  init(_ output: OutputOptions, examples: Int) {
    isJSON = output.isJSON
    examplesLeft = examples
    lockedOutLeft = examples
  }

  /// Prints an installation for which something changes.
  mutating func changed(_ change: PolicyChange) throws {
    if isJSON { return try StandardOutput.write(json(change)) }
    // Locked-out installations have a limit of their own, so that others don't use it up.
    let left = change.isLockedOut ? \WhatIfReport.lockedOutLeft : \.examplesLeft
    guard self[keyPath: left] > 0 else { return untold += 1 }
    self[keyPath: left] -= 1
    try StandardOutput.say(words(change))
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

  /// Prints the effects of an event under both policies, for the only installation of the report.
  func lived(_ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString) throws {
    if isJSON { return try StandardOutput.write(json(moment, fact, source)) }
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
    if !lines.isEmpty { try StandardOutput.say(lines.map { $0 + "\n" }.joined()) }
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
    }
    return output.bytes
  }
}
