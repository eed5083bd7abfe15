import Herald

/// What the device's page knows, as JSON for its script.
///
/// States are kept as changes (``StatePatch``), what decisions have in common once, and tests by number.
struct DeviceData {
  private let life: DeviceLife
  private var tests = Interned<ExactString>()
  private var shows = Interned<ExactString>()
  private var rules = Interned<ExactString>()
  private var places = Interned<DocumentPlace>()
  private var askedPlaces: [ExactString: Set<DocumentPlace>] = [:]

  init(_ life: DeviceLife) { self.life = life }

  mutating func json() throws -> [UInt8] {
    var output = JSONWriter()
    output.raw("{\"source\":")
    output.string(life.source)
    output.raw(",\"base\":")
    (life.moments.first?.before ?? InstallationState()).write(source: life.source, into: &output)
    output.raw(",\"events\":[")
    var state = try (life.moments.first?.before ?? InstallationState()).node(of: life.source)
    for (index, moment) in life.moments.enumerated() {
      output.raw(index > 0 ? ",\n" : "\n")
      try write(moment, after: &state, into: &output)
    }
    output.raw("],\n\"prompts\":")
    output.array(life.judgedHere) { write($1, into: &$0) }
    output.raw(",\n\"rules\":")
    output.array(rules.values) { $0.raw(json: $1.string) }
    output.raw(",\n\"shows\":")
    output.array(shows.values) { $0.raw(json: $1.string) }
    output.raw(",\n\"tests\":")
    output.array(tests.values) { $0.raw(json: $1.string) }
    output.raw(",\n\"places\":")
    output.array(places.values) { $0.place($1) }
    output.raw(",\n\"documents\":")
    DocumentData(life.documents, asked: askedPlaces).write(into: &output)
    output.raw("}")
    return output.bytes
  }

  private mutating func write(
    _ moment: DeviceLife.Moment, after state: inout JSONNode, into output: inout JSONWriter
  ) throws {
    let event = moment.event
    output.raw("{\"revision\":")
    output.integer(event.revision)
    output.raw(",\"id\":")
    output.string(event.id)
    output.raw(",\"type\":")
    output.string(event.type)
    output.raw(",\"time\":")
    output.string(event.time.description)
    output.raw(",\"title\":")
    output.string(moment.words.title)
    output.raw(",\"detail\":")
    output.string(moment.words.detail)
    output.raw(",\"data\":")
    if case .unknown = event.data { output.raw("null") } else { output.data(of: event.data) }
    output.raw(",\"change\":")
    let next = try moment.state.node(of: life.source)
    StatePatch.write(from: state, to: next, into: &output)
    state = next
    if let decision = moment.decision { write(decision, of: moment, into: &output) }
    output.raw("}")
  }

  private mutating func write(
    _ decision: Decision, of moment: DeviceLife.Moment, into output: inout JSONWriter
  ) {
    output.raw(",\"decision\":{\"trigger\":")
    output.string(decision.question.trigger.rawValue)
    output.raw(",\"reason\":")
    output.string(decision.reason.rawValue)
    output.raw(",\"words\":")
    output.string(decision.prompt == nil ? decision.silence : decision.reason.words)
    output.raw(",\"show\":")
    if let prompt = decision.prompt {
      output.integer(shows.number(of: Self.json { prompt.write(into: &$0) }))
    } else {
      output.raw("null")
    }
    output.raw(",\"rules\":")
    output.integer(rules.number(of: Self.json { $0.failures(of: decision) }))
    if let why = life.explanations.byRevision[decision.revision] {
      if let digest = moment.state.policy?.digest { askedPlaces[digest, default: []].formUnion(why.places) }
      write(why, into: &output)
    }
    output.raw("}")
  }

  private mutating func write(_ why: KeptExplanation, into output: inout JSONWriter) {
    output.raw(",\"sentence\":")
    output.string(why.sentence)
    output.raw(",\"why\":[")
    for (index, rule) in why.rules.enumerated() {
      output.raw(index > 0 ? ",[" : "[")
      if let place = rule.place { output.integer(places.number(of: place)) } else { output.raw("null") }
      output.raw(",")
      let numbers = rule.tests.map { tests.number(of: life.explanations.tests.values[$0]) }
      output.array(numbers) { $0.integer($1) }
      output.raw("]")
    }
    output.raw("],\"because\":")
    output.array(why.because) { $1.write(into: &$0) }
    output.raw(",\"until\":")
    output.time(why.until)
  }

  private func write(_ prompt: JudgedPrompt, into output: inout JSONWriter) {
    output.raw("{\"verdict\":")
    output.string(prompt.verdict.rawValue)
    output.raw(",\"revision\":")
    output.integer(prompt.revision)
    output.raw(",\"time\":")
    output.string(prompt.time.description)
    output.raw(",\"rule\":")
    output.string(prompt.rule)
    output.raw(",\"kind\":")
    output.string(prompt.kind.map { ExactString($0.rawValue) })
    output.raw(",\"words\":")
    output.string(prompt.words)
    output.raw(",\"decision\":")
    if let decision = prompt.decision { output.integer(decision.revision) } else { output.raw("null") }
    output.raw(",\"answer\":")
    if let answer = life.answer(to: prompt) {
      output.raw("{\"revision\":")
      output.integer(answer.event.revision)
      output.raw(",\"button\":")
      output.string(answer.button)
      output.raw(",\"seconds\":")
      let milliseconds = answer.time.moment.milliseconds - prompt.time.moment.milliseconds
      output.raw(json: "\(Double(milliseconds) / 1000)}")
    } else {
      output.raw("null")
    }
    output.raw("}")
  }

  private static func json(_ write: (inout JSONWriter) -> Void) -> ExactString {
    var writer = JSONWriter()
    write(&writer)
    return ExactString(writer.string)
  }
}

extension JSONWriter {
  /// The rules that a decision looked at, as its line has them.
  fileprivate mutating func failures(of decision: Decision) {
    array(decision.considered) { output, rule in
      output.raw("{\"rule\":")
      output.string(rule.rule.id)
      output.raw(",\"failed\":")
      output.string(rule.failed.map { ExactString($0.rawValue) })
      output.raw("}")
    }
  }
}
