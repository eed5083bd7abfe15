import Herald
import HeraldQuestions

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
  /// The moments at which the clock was set back, keyed by the revision of the event that shows it.
  private let steps: [Int: ClockSteps.Step]
  /// The events whose times are ahead, each with the revision of the event that shows it.
  private let ahead: [Int: Int]
  private var askedPlaces: [ExactString: Set<DocumentPlace>] = [:]

  init(_ life: DeviceLife) {
    self.life = life
    let times = life.moments.map { (revision: $0.event.revision, time: $0.event.time) }
    let steps = life.clock.steps
    self.steps = Dictionary(steps.map { ($0.revision, $0) }) { $1 }
    ahead = life.clock.steps(over: times).mapValues { steps[$0].revision }
  }

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
      // Only where it is so, because pages have many events.
      if event.data.answer != nil { output.member("answers", true) }
      if let step = steps[event.revision] {
        output.member("clockStep") {
          $0.object {
            $0.member("from", step.firstAhead)
            $0.member("words", step.aheadWords)
          }
        }
      }
      if let step = ahead[event.revision] { output.member("aheadOf", step) }
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

  private mutating func write(
    _ decision: DeviceLife.Decided, of moment: DeviceLife.Moment, into output: inout JSONWriter
  ) {
    output.object { output in
      output.member("trigger", word: decision.trigger)
      output.member("reason", word: decision.reason)
      output.member("words", decision.prompt == nil ? decision.silence : decision.reason.words)
      output.member("show", decision.prompt.map { prompt in shows.number(of: Self.json { prompt.write(into: &$0) }) })
      output.member("rules", rules.number(of: Self.json { $0.failures(of: decision.rules) }))
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
  /// Appends the rules that a page tells of, as `herald replay` writes them, and after them how many others failed each
  /// test.
  fileprivate mutating func failures(of rules: SelectedRules) {
    object { output in
      output.member("told", rules.rules) { output, rule in
        output.object {
          $0.member("rule", rule.rule)
          $0.member("failed", word: rule.failed)
        }
      }
      guard !rules.others.isEmpty else { return }
      output.member("others", rules.others) { output, others in
        output.object {
          $0.member("failed", word: others.failed)
          $0.member("rules", others.count)
        }
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

/// The documents of a device's page, each once, with the spans of the values that decisions read.
struct DocumentData {
  private let documents: ArrivedDocuments
  private let asked: [ExactString: Set<DocumentPlace>]

  init(_ documents: ArrivedDocuments, asked: [ExactString: Set<DocumentPlace>]) {
    self.documents = documents
    self.asked = asked
  }

  func write(into output: inout JSONWriter) {
    var left = ArrivedDocuments.limit
    output.array(documents.arrivals) { output, document in
      let size = document.text?.utf8.count ?? 0
      let fits = size <= left
      if fits { left -= size }
      write(document, text: fits ? document.text : nil, into: &output)
    }
  }

  private func write(_ document: ArrivedDocuments.Arrival, text: String?, into output: inout JSONWriter) {
    output.object { output in
      output.member("digest", document.digest)
      output.member("format", document.format)
      output.member("first", document.first)
      output.member("last", document.last)
      output.member("arrivals", document.arrivals)
      output.member("refusal", document.refusal.map { "\($0.rawValue): \($0.words)" })
      output.member("bytes", document.text?.utf8.count)
      output.member("text", text)
      output.member("spans", spans(of: document, in: text)) { output, span in
        output.array(span) { $0.integer($1) }
      }
    }
  }

  /// The spans of the places that were read, each as line, column, line of the end and column of the end.
  private func spans(of document: ArrivedDocuments.Arrival, in text: String?) -> [[Int]] {
    guard let text, let places = asked[document.digest], !places.isEmpty else { return [] }
    let spans = DocumentSpans(text)
    return places.sorted { ($0.line, $0.column, $0.pointer) < ($1.line, $1.column, $1.pointer) }.map { place in
      let end = spans.end(of: place)
      return [place.line, place.column] + (end.map { [$0.line, $0.column] } ?? [])
    }
  }
}

/// The difference between two states as JSON, small enough for every event of a page.
///
/// An object has the members that changed. A member is `[value]` where the value is new, `[]` where it was removed, and
/// another object where only some of its members changed.
enum StatePatch {
  /// Appends the change that turns `before` into `after`; `{}` where nothing changed.
  static func write(from before: JSONNode, to after: JSONNode, into output: inout JSONWriter) {
    let (old, new) = (before.members ?? [], after.members ?? [])
    let (oldByName, newByName) = (byName(old), byName(new))
    output.object { output in
      for member in new {
        let previous = oldByName[ExactString(member.name)]
        if let previous, previous.isEqualValue(to: member.node) { continue }
        output.member(named: ExactString(member.name)) { writeMember(from: previous, to: member.node, into: &$0) }
      }
      for member in old where newByName[ExactString(member.name)] == nil {
        output.member(named: ExactString(member.name)) { $0.array([JSONNode]()) { _, _ in } }
      }
    }
  }

  private static func byName(_ members: [JSONMember]) -> [ExactString: JSONNode] {
    Dictionary(members.map { (ExactString($0.name), $0.node) }, uniquingKeysWith: { first, _ in first })
  }

  /// Appends the change of one member.
  private static func writeMember(from previous: JSONNode?, to node: JSONNode, into output: inout JSONWriter) {
    if let previous, previous.members != nil, node.members != nil {
      write(from: previous, to: node, into: &output)
    } else {
      output.array(CollectionOfOne(node)) { CanonicalJSON.write($1, into: &$0) }
    }
  }
}
