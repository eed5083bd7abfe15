import Herald
import HeraldFetch
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// A kind of input that is damaged and then read as Herald reads it.
enum InputKind: String, CaseIterable {
  case lines, logs, policies, signatures, conditions, answers

  private static let sampleConditions = [
    "visible.rule == update:7", "counts.launches >= 2 and not latch", "properties['a'] == 'b' or user",
    "not (policy.packageName == 'a' and (counts.checks < 3 or refused)) and visible",
  ].map { Array($0.utf8) }

  /// Reads one damaged input. Returns whether it was accepted.
  func read(_ samples: Samples, _ dice: inout Dice) async -> Bool {
    switch self {
    case .lines: Self.readLine(samples, &dice)
    case .logs: Self.readLog(samples, &dice)
    case .policies: Self.readPolicy(samples, &dice)
    case .signatures: Self.readSignature(samples, &dice)
    case .conditions: Self.readCondition(samples, &dice)
    case .answers: await Answer(samples, &dice).isRead()
    }
  }

  /// A line: an event, folded into a state that other events made, and decided.
  private static func readLine(_ samples: Samples, _ dice: inout Dice) -> Bool {
    let line = Damage.of(dice.one(of: samples.lines), &dice)
    var reader = EventReader()
    guard var event = try? reader.event(utf8: line.span) else { return false }
    if case .fetchSucceeded(var fetch) = event.data {
      fetch.reading = fetch.asDocument.map(Formats.reading)
      event.data = .fetchSucceeded(fetch)
    }
    decide(event, in: dice.one(of: samples.states))
    return true
  }

  /// A log of a few lines, strict, partial or with bad lines left out: states and decisions.
  private static func readLog(_ samples: Samples, _ dice: inout Dice) -> Bool {
    let log = dice.one(of: samples.logs)
    let first = dice.isOne(in: 4) ? dice.number(below: log.count) : 0
    let lines = log[first..<min(log.count, first + 1 + dice.number(below: 12))]
    let bytes = Damage.of(Array(lines.joined(separator: [UInt8(ascii: "\n")])) + [UInt8(ascii: "\n")], &dice)
    let options = ReadingOptions(skipsInvalid: dice.isOne(in: 2), isPartial: dice.isOne(in: 2))
    do {
      let source = try ByteSource(name: "log", bytes: bytes)
      let reader = LogReader(log: source, shelf: DocumentShelf(reading: Formats.reading), options: options)
      try reader.replayLines([.decisions, .states]) { _ in }
      return true
    } catch {
      return false
    }
  }

  /// A document of any format: read, linted at times, and in force for a decision.
  private static func readPolicy(_ samples: Samples, _ dice: inout Dice) -> Bool {
    let index = dice.number(below: samples.fetches.count)
    var fetch = samples.fetches[index]
    let text = String(decoding: Damage.of(Array((fetch.document ?? "").utf8), &dice), as: UTF8.self)
    fetch.document = text
    fetch.digest = nil
    guard let document = fetch.asDocument else { return false }
    fetch.digest = document.digest
    if dice.isOne(in: 8) { _ = Lint.findings(in: document, at: Timestamp(milliseconds: 1_772_438_400_000)) }
    let reading = Formats.reading(document)
    fetch.reading = reading
    decide(fetch, in: samples.states[index])
    if case .accepted = reading { return true }
    return false
  }

  /// A signature beside its document, for a device that asks for one.
  private static func readSignature(_ samples: Samples, _ dice: inout Dice) -> Bool {
    let text = Damage.of(dice.one(of: samples.signatures), &dice)
    let file = try? SignatureFile(String(decoding: text, as: UTF8.self))
    for signature in file?.signatures ?? [] { _ = SignedPromises(signature.comment) }
    return file != nil
  }

  private static func readCondition(_ samples: Samples, _ dice: inout Dice) -> Bool {
    let text = String(decoding: Damage.of(dice.one(of: sampleConditions), &dice), as: UTF8.self)
    guard let condition = try? Condition(text) else { return false }
    _ = condition.holds(in: dice.one(of: samples.states), decision: nil)
    return true
  }

  private static func decide(_ fetch: FetchSucceeded, in state: InstallationState) {
    let time = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
    decide(
      Event(id: "1", source: "/i", type: "fetch.succeeded", time: time, revision: 1, data: .fetchSucceeded(fetch)),
      in: state)
  }

  private static func decide(_ event: Event, in state: InstallationState) {
    var state = state
    state.apply(event.fact)
    let question =
      Question(event.data, at: event.time, of: event.source)
      ?? Question(trigger: .launch, now: event.time, source: event.source)
    var decider = Decider()
    _ = decider.decide(question, in: state)
  }
}
