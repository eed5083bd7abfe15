import Herald
import HeraldLog

/// Reports the findings of an audit as they are found: lines of JSON, or words.
struct AuditReport {
  let log: LogName
  let sink: AnswerSink
  private let showsAll: Bool
  /// The options with which the log was read, for commands that read it again.
  private let flags: String

  /// - Parameter showsAll: true to print justified prompts in words too.
  init(log: LogName, flags: String, showsAll: Bool, _ sink: AnswerSink) {
    self.flags = flags
    self.log = log
    self.sink = sink
    self.showsAll = showsAll
  }

  /// Makes the same report into another sink, on any thread.
  var maker: @Sendable (AnswerSink) -> AuditReport {
    let (log, flags, showsAll) = (log, flags, showsAll)
    return { AuditReport(log: log, flags: flags, showsAll: showsAll, $0) }
  }

  var style: Style { sink.style }

  /// Reports the verdict on a prompt that was shown, or should have been.
  func judged(_ judged: JudgedPrompt, of source: ExactString) throws {
    let isTold = showsAll || judged.verdict.isDisagreement || judged.verdict == .unknown
    try sink.send(json: json(judged, source), words: isTold ? words(judged, source) : nil)
  }

  private func words(_ judged: JudgedPrompt, _ source: ExactString) -> String {
    let place = "\(source.string.shown), revision \(judged.revision), \(judged.time.words)"
    var text = "\(label(judged.verdict))  \(place)\n             \(judged.words)\n"
    if judged.decision != nil {
      let command =
        "herald why \(log.quoted) --source \(source.string.shellQuoted) --revision \(judged.revision)\(flags)"
      text += "             \(style.dim(command))\n"
    }
    return text
  }

  /// Reports a showing with which a user saw more than a budget allows. Words leave it out if it is by right, unless
  /// they print all.
  func overBudget(_ breach: BudgetBreach, isByRight: Bool, of source: ExactString) throws {
    let isTold = showsAll || !isByRight
    try sink.send(json: json(breach, isByRight, source), words: isTold ? words(breach, isByRight, source) : nil)
  }

  private func json(_ breach: BudgetBreach, _ isByRight: Bool, _ source: ExactString) -> [UInt8] {
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
    return output.bytes
  }

  private func words(_ breach: BudgetBreach, _ isByRight: Bool, _ source: ExactString) -> String {
    let name = breach.group.map { "the group \($0.string.shown)" } ?? "all prompts"
    let place = "\(source.string.shown), revision \(breach.revision), \(breach.time.words)"
    let label = "over budget"
    return "\(isByRight ? style.yellow(label) : style.red(label))  \(place)\n             "
      + "\(breach.showing.rule.string.shown) (\(breach.showing.kind.rawValue)) is the \(breach.shown.ordinal) of \(name) "
      + "within \(LengthOfTime.words(breach.cap.period)), and the budget is \(breach.cap.words)"
      + (isByRight ? "; nothing holds it back" : "") + "\n"
  }

  private func label(_ verdict: AuditVerdict) -> String {
    let word = verdict.rawValue.padded(to: 11)
    return switch verdict {
    case .justified: style.green(word)
    case .unjustified, .missed: style.red(word)
    case .open, .unknown: style.yellow(word)
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
      if judged.verdict == .unknown { judged.missing.write(into: &$0) }
    }
    return output.bytes
  }
}

/// Reports events without effect.
extension AuditReport {
  /// Reports a push or a button that changed nothing.
  func ignored(_ reason: IgnoredEvent, _ words: String, at fact: Fact, of source: ExactString) throws {
    try sink.send(json: json(reason, fact, source), words: told(words, fact, source))
  }

  private func told(_ words: String, _ fact: Fact, _ source: ExactString) -> String {
    let label = fact.data.answer != nil ? "stray" : "ignored"
    let title = fact.data.words?.title ?? ""
    return "\(style.yellow(label.padded(to: 11)))  \(place(of: fact, source))\n             \(title): \(words)\n"
  }

  private func json(_ reason: IgnoredEvent, _ fact: Fact, _ source: ExactString) -> [UInt8] {
    var output = JSONWriter()
    output.line {
      $0.moment(of: source, revision: fact.revision, time: fact.time)
      $0.member("ignored", word: reason)
    }
    return output.bytes
  }

  /// Reports a document that arrived and was refused.
  func refused(_ refusal: DocumentRefusal, by fetch: FetchSucceeded, at fact: Fact, of source: ExactString) throws {
    try sink.send(json: json(refusal, fetch, fact, source), words: words(refusal, fetch, fact, source))
  }

  private func words(_ refusal: DocumentRefusal, _ fetch: FetchSucceeded, _ fact: Fact, _ source: ExactString) -> String
  {
    "\(style.yellow("refused".padded(to: 11)))  \(place(of: fact, source))\n             "
      + "the document \(refusal.digest.shortDigest) (\(fetch.format.string.shown)): "
      + "\(refusal.reason.rawValue), \(refusal.reason.words)\n"
  }

  private func json(_ refusal: DocumentRefusal, _ fetch: FetchSucceeded, _ fact: Fact, _ source: ExactString) -> [UInt8]
  {
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
    return output.bytes
  }

  private func place(of fact: Fact, _ source: ExactString) -> String {
    "\(source.string.shown), revision \(fact.revision), \(fact.time.words)"
  }
}
