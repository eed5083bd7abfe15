import Herald
import HeraldLog

/// Prints what an audit finds, as it finds it: lines of JSON, or words.
struct AuditReport {
  let log: String
  let isJSON: Bool
  private let showsAll: Bool
  /// The options with which the log was read, for commands that read it again.
  private let flags: String
  let style = Style.output

  init(log: String, _ output: OutputOptions, _ reading: ReadingFlags, showsAll: Bool) {
    flags = reading.words
    self.log = log
    isJSON = output.isJSON
    self.showsAll = showsAll
  }

  /// Prints the verdict on a prompt that was shown, or should have been.
  func judged(_ judged: JudgedPrompt, of source: ExactString) throws {
    if isJSON { return try StandardOutput.write(json(judged, source)) }
    guard showsAll || judged.verdict.isDisagreement else { return }
    let place = "\(source.string.shown), revision \(judged.revision), \(judged.time.words)"
    var text = "\(label(judged.verdict))  \(place)\n             \(judged.words)\n"
    if judged.decision != nil {
      let command =
        "herald why \(log.shellQuoted) --source \(source.string.shellQuoted) --revision \(judged.revision)\(flags)"
      text += "             \(style.dim(command))\n"
    }
    try StandardOutput.say(text)
  }

  /// Prints a showing with which a user saw more than a budget allows. One by right is listed with the others only.
  func overBudget(_ breach: BudgetBreach, isByRight: Bool, of source: ExactString) throws {
    let name = breach.group.map { "the group \($0.string.shown)" } ?? "all prompts"
    if isJSON {
      var output = JSONWriter()
      output.line {
        $0.moment(of: source, revision: breach.revision, time: breach.time)
        $0.member("overBudget") {
          $0.object {
            $0.member("rule", breach.showing.rule)
            $0.member("kind", word: breach.showing.kind)
            $0.member("group", breach.group)
            $0.member("shown", breach.shown)
            $0.member("cap", breach.cap.count)
            $0.member("periodMilliseconds", Int(breach.cap.period))
            $0.member("byRight", isByRight)
          }
        }
      }
      return try StandardOutput.write(output.bytes)
    }
    guard showsAll || !isByRight else { return }
    let place = "\(source.string.shown), revision \(breach.revision), \(breach.time.words)"
    let label = "over budget"
    try StandardOutput.say(
      "\(isByRight ? style.yellow(label) : style.red(label))  \(place)\n             "
        + "\(breach.showing.rule.string.shown) (\(breach.showing.kind.rawValue)) is showing \(breach.shown) of \(name), "
        + "and the budget is \(breach.cap.words)"
        + (isByRight ? "; nothing holds it back" : "") + "\n")
  }

  private func label(_ verdict: AuditVerdict) -> String {
    let word = verdict.rawValue.padded(to: 11)
    return switch verdict {
    case .justified: style.green(word)
    case .unjustified, .missed: style.red(word)
    case .open: style.yellow(word)
    }
  }

  private func json(_ judged: JudgedPrompt, _ source: ExactString) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.moment(of: source, revision: judged.revision, time: judged.time)
      $0.member("verdict", word: judged.verdict)
      $0.member("prompt", judged.showing?.prompt)
      $0.member("rule", judged.rule)
      $0.member("kind", word: judged.kind)
      $0.member("decision", optional: judged.decision) { output, decision in
        output.object {
          $0.member("revision", decision.revision)
          $0.member("reason", word: decision.reason)
          $0.member("show", optional: decision.prompt) { $1.write(into: &$0) }
        }
      }
    }
    return output.bytes
  }

  /// Prints a push or a button that changed nothing.
  func ignored(_ reason: IgnoredEvent, _ words: String, at fact: Fact, of source: ExactString) throws {
    if isJSON {
      var output = JSONWriter()
      output.line {
        $0.moment(of: source, revision: fact.revision, time: fact.time)
        $0.member("ignored", word: reason)
      }
      return try StandardOutput.write(output.bytes)
    }
    let place = "\(source.string.shown), revision \(fact.revision), \(fact.time.words)"
    let label = fact.data.type == .buttonChosen ? "stray" : "ignored"
    let title = fact.data.words?.title ?? ""
    try StandardOutput.say(
      "\(style.yellow(label.padded(to: 11)))  \(place)\n             \(title): \(words)\n")
  }

  /// Prints a document that arrived and was refused.
  func refused(_ refusal: Refusal, by fetch: FetchSucceeded, at fact: Fact, of source: ExactString) throws {
    if isJSON {
      var output = JSONWriter()
      output.line {
        $0.moment(of: source, revision: fact.revision, time: fact.time)
        $0.member("refused") {
          $0.object {
            $0.member("digest", refusal.digest)
            $0.member("format", fetch.format)
            $0.member("reason", word: refusal.reason)
          }
        }
      }
      return try StandardOutput.write(output.bytes)
    }
    let place = "\(source.string.shown), revision \(fact.revision), \(fact.time.words)"
    try StandardOutput.say(
      "\(style.yellow("refused".padded(to: 11)))  \(place)\n             the document \(refusal.digest.shortDigest) "
        + "(\(fetch.format.string.shown)): \(refusal.reason.rawValue), \(refusal.reason.words)\n")
  }
}
