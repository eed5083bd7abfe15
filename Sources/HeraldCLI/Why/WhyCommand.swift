import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct WhyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "why",
    abstract:
      "Why a prompt was shown, or none: what was compared with what, from which event and which place of the document.",
    discussion: """
      The event may be any: a showing, a button, a fetch. It explains the decision behind it, and says first where the \
      app showed something else than was decided. Without --revision it explains the last prompt that was shown.

      With --not RULE: why that rule was not shown: every obstacle, and the fewest changes of time, trigger, state, \
      properties or policy with which it would have been shown, each decided again.

      With --again: why a prompt came another time: when it was shown before, what was answered, and why nothing kept \
      it from coming back, or that the app showed it unasked. A revision may also be that of the showing.

      As JSON, --not adds to the decision (`herald explain-code` explains the codes):
        "not":"update:7","obstacles":[{"obstacle":"alreadyVisible"}],
        "smallest":{"sets":[[{"scope":"state","change":"nothingVisible",
        "of":null,"to":null}]],"limit":3,"decisions":3,"cutShort":false}
      where `of` is a property or a rule and `to` its other value; --again adds:
        "sentence":"update:7 is shown for the second time: …",
        "unjustified":false,"showings":[{"revision":3,…,"answer":{…}}],
        "passes":[{"test":"period","reason":"compared","compared":{…}}]

      Example:
        herald why phone.jsonl
        herald why fleet.jsonl --source 7f3a --revision 9
        herald why phone.jsonl --revision 9 --level sentence
        herald why phone.jsonl --revision 9 --not update:7
        herald why phone.jsonl --again
        herald why fleet.sqlite --source 7f3a --not update:7 --others
      """)

  @Argument(help: "A log or a ledger, as for replay.", completion: .log)
  var log: String

  @Option(
    help: ArgumentHelp(
      "The installation: its name, or any part of it that no other has. A log of one needs none.", valueName: "source"),
    completion: .source)
  var source: String?

  @Option(
    help: ArgumentHelp("The event to explain (default: the last prompt shown).", valueName: "revision"),
    completion: .free)
  var revision: Int?

  @Option(
    name: .customLong("not"),
    help: ArgumentHelp(
      "Why this rule was not shown, such as update:7; push for a push that asks for an update.", valueName: "rule"),
    completion: .free)
  var rule: String?

  @Option(
    help: ArgumentHelp(
      "How much to print in words: sentence, path (what failed) or all (default).", valueName: "level"))
  var level: WhyLevel?

  @Flag(help: "Why the prompt came again; the last one that a decision showed where no revision is said.")
  var again = false

  @Flag(
    help: """
      Also which other installations meet the same test on the same value, and with --not, whom each edit of the policy \
      would reach.
      """)
  var others = false

  @OptionGroup var reading: ReadingFlags
  @OptionGroup var output: OutputOptions

  func validate() throws {
    if let revision, revision < 1 { throw ValidationError("There is no revision \(revision): the first one is 1.") }
    if again, rule != nil { throw ValidationError("--not and --again are two questions. Ask one at a time.") }
    if again, others { throw ValidationError("--others compares a decision, and --again showings. Ask one at a time.") }
    if level != nil, output.format == .json {
      throw ValidationError("--level is how much is told in words. JSON has everything.")
    }
  }

  func run() throws {
    try Failure.telling(afterBadLines: "The log is refused; --skip-invalid reads the rest.") {
      let hint = LedgerHint(log, output)
      let events = try LoggedEvents(log, reading: reading.options)
      let asked = source.map { ExactString($0) }
      var finder = DecisionFinder(revision: revision, wanted: again ? .showing : .decision)
      try events.replay(events.candidates(asked.map { [$0] } ?? []), visitor: &finder)
      let source = try events.installation(asked)
      try refuseForgotten(events.forgottenBeginnings()[source], of: source)
      var found = try finder.found(source, in: log)
      try found.note(events.forgottenBeginnings())
      if let digest = found.step.state.policy?.digest { found.documents[digest] = try events.document(digest) }
      try print(answer(for: found))
      if others, let answer = try othersAnswer(for: found, in: events.again()) { try print(answer) }
      hint.tell()
    }
  }

  private func refuseForgotten(_ beginning: ForgottenBeginning?, of source: ExactString) throws {
    guard let revision, let beginning, revision <= beginning.revision else { return }
    throw LogRefused(
      Diagnostic(
        QuestionCode.noDecision, .error, what: "Revision \(revision) of `\(source)` was forgotten.", file: log,
        why: ForgottenWords.sentence(beginning), fix: "ask about a later revision"))
  }

  /// A level applies to words only, so it overrides the default format.
  private var isJSON: Bool { level == nil && output.isJSON }

  private func print(_ answer: String) throws {
    try isJSON ? StandardOutput.write(answer) : StandardOutput.say(answer)
  }

  private func othersAnswer(for found: DecisionFinder.Found, in events: LoggedEvents) throws -> String? {
    let answer = try OthersAnswer(found, rule: rule.map { ExactString($0) }, in: events)
    return isJSON ? answer?.json : answer?.words(.output)
  }

  private func answer(for found: DecisionFinder.Found) throws -> String {
    if let rule {
      let answer = WhyNotAnswer(found, rule: ExactString(rule))
      return isJSON ? answer.json : answer.words(.output, level ?? .all)
    }
    guard again else {
      let answer = WhyAnswer(found)
      return isJSON ? answer.json : answer.words(.output, level ?? .all)
    }
    if let judged = found.unjustified {
      let answer = UnjustifiedAnswer(found: found, judged: judged)
      return isJSON ? answer.json : answer.words(.output, level ?? .all)
    }
    guard let answer = WhyAgainAnswer(found) else {
      throw LogRefused(
        Diagnostic(
          QuestionCode.noDecision, .error, what: "Nothing was shown at revision \(found.decision.revision).", file: log,
          why: "a prompt that comes again is one that a decision shows",
          fix: "ask `herald why \(log.shellQuoted) --revision \(found.decision.revision)` why nothing was"))
    }
    return isJSON ? answer.json : answer.words(.output, level ?? .all)
  }
}
