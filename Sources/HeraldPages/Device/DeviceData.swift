import HeraldQuestions
import Herald

/// The data of a device's page, as JSON for its script.
///
/// States are written as changes (``StatePatch``). Values that several decisions share are written once and referenced
/// by number.
struct DeviceData {
  private let life: DeviceLife
  private var tests = Interned<ExactString>()
  private var sentences = Interned<ExactString>()
  private var standings = Interned<ExactString>()
  private var shows = Interned<ExactString>()
  private var rules = Interned<ExactString>()
  private var places = Interned<DocumentPlace>()
  private var askedPlaces: [ExactString: Set<DocumentPlace>] = [:]

  init(_ life: DeviceLife) { self.life = life }

  mutating func json() throws -> [UInt8] {
    var output = JSONWriter()
    try output.object { output in
      output.member("source", life.source)
      output.line("words") { $0.pageWords() }
      let start = life.moments.first?.before ?? InstallationState()
      output.member("base") { start.write(source: life.source, into: &$0) }
      var state = try StateNodes(start, of: life.source)
      try output.member("events") { output in
        try output.array(life.moments) { output, moment in
          output.raw("\n")
          try write(moment, after: &state, into: &output)
        }
      }
      output.line("prompts") { $0.array(life.judgedHere) { write($1, into: &$0) } }
      output.line("rules") { $0.array(rules.values) { $0.raw(json: $1.string) } }
      output.line("shows") { $0.array(shows.values) { $0.raw(json: $1.string) } }
      output.line("sentences") { $0.array(sentences.values) { $0.string($1) } }
      output.line("standings") { $0.array(standings.values) { $0.raw(json: $1.string) } }
      output.line("tests") { $0.array(tests.values) { $0.raw(json: $1.string) } }
      output.line("places") { $0.array(places.values) { $0.place($1) } }
      output.line("documents") { DocumentData(life.documents, asked: askedPlaces).write(into: &$0) }
    }
    return output.bytes
  }

  private mutating func write(
    _ moment: DeviceLife.Moment, after state: inout StateNodes, into output: inout JSONWriter
  ) throws {
    let event = moment.event
    let next = try StateNodes(moment.state, of: life.source)
    try output.object { output in
      output.member("revision", event.revision)
      output.member("id", event.id)
      output.member("type", event.type)
      output.member("time", event.time.isMissing ? "" : event.time.description)
      output.member("title", moment.words.title)
      output.member("detail", moment.words.detail)
      output.member("data") { if case .unknown = event.data { $0.null() } else { $0.data(of: event.data) } }
      try output.member("change") { try next.writeChange(from: state, into: &$0) }
      if let decision = moment.decision {
        output.member("decision") { write(decision, of: moment, into: &$0) }
      }
    }
    state = next
  }

  private mutating func write(_ decision: Decision, of moment: DeviceLife.Moment, into output: inout JSONWriter) {
    output.object { output in
      output.member("trigger", word: decision.question.trigger)
      output.member("reason", word: decision.reason)
      output.member("words", decision.prompt == nil ? decision.silence : decision.reason.words)
      output.member("show", decision.prompt.map { prompt in shows.number(of: Self.json { prompt.write(into: &$0) }) })
      output.member("rules", rules.number(of: Self.json { $0.failures(of: decision) }))
      guard let why = life.explanations.byRevision[decision.revision] else { return }
      if let digest = moment.state.policy?.digest { askedPlaces[digest, default: []].formUnion(why.places) }
      write(why, into: &output)
    }
  }

  /// Appends the members that only explained decisions have.
  private mutating func write(_ why: KeptExplanation, into output: inout JSONWriter) {
    output.member("sentence", why.sentence)
    output.member("why", why.rules) { output, rule in
      let place = rule.place.map { places.number(of: $0) }
      let numbers = rule.tests.map { tests.number(of: life.explanations.tests.values[$0]) }
      let failure = rule.failure.map { sentences.number(of: life.explanations.sentences.values[$0]) }
      output.raw("[")
      output.number(place)
      output.raw(",")
      output.array(numbers) { $0.integer($1) }
      output.raw(",")
      output.number(failure)
      output.raw(",")
      output.number(rule.standing.map { standings.number(of: life.explanations.standings.values[$0]) })
      output.raw(",")
      output.array(rule.origins) { $0.number($1) }
      output.raw("]")
    }
    output.member("because", why.because) { $1.write(into: &$0) }
    output.member("until", why.until)
    output.member("next", why.next)
  }

  private func write(_ prompt: JudgedPrompt, into output: inout JSONWriter) {
    output.object { output in
      output.member("verdict", word: prompt.verdict)
      output.member("revision", prompt.revision)
      output.member("time", prompt.time.description)
      output.member("rule", prompt.rule)
      output.member("kind", word: prompt.kind)
      output.member("words", prompt.words)
      output.member("decision", prompt.decision?.revision)
      output.member("answer") { output in
        guard let answer = life.answer(to: prompt) else { return output.null() }
        let milliseconds = answer.time.moment.milliseconds - prompt.time.moment.milliseconds
        output.object {
          $0.member("revision", answer.event.revision)
          $0.member("button", answer.button)
          $0.member("seconds") { $0.raw(json: "\(Double(milliseconds) / 1000)") }
        }
      }
    }
  }

  private static func json(_ write: (inout JSONWriter) -> Void) -> ExactString {
    var writer = JSONWriter()
    write(&writer)
    return ExactString(writer.string)
  }
}

extension JSONWriter {
  /// Appends the rules that a decision looked at, as `herald replay` writes them.
  fileprivate mutating func failures(of decision: Decision) {
    array(decision.considered) { output, rule in
      output.object {
        $0.member("rule", rule.rule.id)
        $0.member("failed", word: rule.failed)
      }
    }
  }

  /// Appends a member on a line of its own, for people who read the page's source.
  fileprivate mutating func line(_ name: StaticString, _ write: (inout JSONWriter) -> Void) {
    raw(",\n\"")
    raw(name)
    raw("\":")
    write(&self)
  }

  /// Appends the number of a value that is written once; null without one.
  fileprivate mutating func number(_ number: Int?) {
    if let number { integer(number) } else { null() }
  }

  /// Appends the words that the script shows, so that the script and the commands use the same words.
  fileprivate mutating func pageWords() {
    object { output in
      output.member("verdicts") { output in
        output.object { output in
          for verdict in AuditVerdict.allCases {
            output.member(named: ExactString(verdict.rawValue)) { $0.string("\(verdict.sign) \(verdict.words)") }
          }
        }
      }
      output.member("failures") { output in
        output.object { output in
          for test in RuleTest.allCases {
            output.member(named: ExactString(test.rawValue)) { $0.string(test.shortFailure) }
          }
        }
      }
    }
  }
}
