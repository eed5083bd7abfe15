import HeraldQuestions
import Herald
import HeraldLog

/// The explanations on a page. Where there are too many, those that repeat the decision before are dropped first.
struct KeptExplanations {
  /// The most explanations on a page; each takes one to ten kilobytes.
  static let limit = 2000

  private(set) var byRevision: [Int: KeptExplanation] = [:]
  private(set) var leftOut = 0
  private(set) var tests = Interned<ExactString>()
  /// The reasons why rules were not shown, each a sentence without its end.
  private(set) var sentences = Interned<ExactString>()
  /// The reasons for the kinds of rules, each an object with the reason in words.
  private(set) var standings = Interned<ExactString>()
  /// The revisions of decisions that repeat the decision before, and of all other decisions, oldest first.
  private var plain = Queue()
  private var telling = Queue()
  private var last: Decision?
  /// Knows the policy and the device of the decision before.
  private var decider = Decider()

  /// Explains the selected rules of a decision.
  mutating func record(_ decision: Decision, _ selected: SelectedRules, in step: ReplayStep, _ causes: Provenance) {
    let explanation = Explanation(of: decision, in: step.state, rules: selected.indices, by: &decider)
    byRevision[decision.revision] = KeptExplanation(
      explanation, asking: step.event, in: step.state, causes, &tests, &sentences, &standings)
    let isTelling = decision.prompt != nil || !(last.map { decision.endsAs($0) } ?? false)
    last = decision
    if isTelling { telling.append(decision.revision) } else { plain.append(decision.revision) }
    if byRevision.count > Self.limit { drop() }
  }

  /// Keeps the last decision, because a prompt is judged by it.
  mutating func keepLast() {
    guard let revision = last?.revision, plain.last == revision else { return }
    plain.removeLast()
    telling.append(revision)
  }

  private mutating func drop() {
    guard let revision = plain.removeFirst() ?? telling.removeFirst() else { return }
    byRevision[revision] = nil
    leftOut += 1
  }

  /// Revisions, oldest first.
  private struct Queue {
    private var revisions: [Int] = []
    private var head = 0
    var last: Int? { head < revisions.count ? revisions.last : nil }
    mutating func append(_ revision: Int) { revisions.append(revision) }
    mutating func removeLast() { revisions.removeLast() }
    mutating func removeFirst() -> Int? {
      guard head < revisions.count else { return nil }
      defer { head += 1 }
      return revisions[head]
    }
  }
}

extension Decision {
  /// True if both decisions ended for the same reasons.
  fileprivate func endsAs(_ other: Decision) -> Bool {
    reason == other.reason && prompt?.rule == other.prompt?.rule && considersTheSame(as: other)
  }
}

/// An explanation with its tests as numbers, because most tests of a log repeat others.
struct KeptExplanation {
  let sentence: String
  /// A rule that was looked at: its place in the document, and the numbers of its tests, of the sentence that says why it
  /// was not shown (nil for the rule that was), and of the reason for its kind (nil for a kind that never changes).
  struct Rule {
    let place: DocumentPlace?
    let tests: [Int]
    let failure: Int?
    let standing: Int?
    /// The revisions of the events that the tests' values came from, one for each comparison, in order.
    let origins: [Int?]
  }
  let rules: [Rule]
  let because: [Provenance.Cause]
  let until: Timestamp?
  /// The words for the prompt that is shown from then on; a whole sentence where that never changes without a new
  /// event.
  let next: String
  /// All places of the document that the decision read.
  let places: [DocumentPlace]

  init(
    _ explanation: Explanation, asking event: Event, in state: InstallationState, _ causes: Provenance,
    _ tests: inout Interned<ExactString>, _ sentences: inout Interned<ExactString>,
    _ standings: inout Interned<ExactString>
  ) {
    sentence = explanation.sentence
    because = causes.because(of: explanation, asking: event, in: state)
    until = explanation.until
    next = explanation.nextWords ?? explanation.waitingWords
    rules = explanation.rules.map { rule in
      let numbers = rule.tests.map { test in
        var writer = JSONWriter()
        test.writeForPage(of: rule.rule, into: &writer)
        return tests.number(of: ExactString(writer.string))
      }
      let failure = rule.failure.map { sentences.number(of: ExactString($0)) }
      let standing = rule.standingJSON(at: event.time.offsetMinutes).map { standings.number(of: $0) }
      let origins = rule.tests.flatMap(\.comparisons).map {
        $0.origin(in: rule.rule, asked: event.revision, from: causes)
      }
      return Rule(
        place: rule.rule.source.place, tests: numbers, failure: failure, standing: standing, origins: origins)
    }
    places = explanation.rules.flatMap { rule in
      let keys = rule.tests.flatMap(\.comparisons).compactMap(\.key)
      return [rule.rule.source.place].compactMap { $0 } + keys.compactMap { rule.rule.source.keys[$0] }
    }
  }
}

extension ExplainedRule {
  /// `{"standing":…,"words":…}`; nil for a rule whose kind never changes.
  ///
  /// - Parameter offsetMinutes: the offset of the device's clock, on which the page tells all times.
  fileprivate func standingJSON(at offsetMinutes: Int) -> ExactString? {
    func clock(_ moment: Timestamp) -> String { DeviceTime(moment: moment, offsetMinutes: offsetMinutes).minute }
    guard let standing, let words = kindWords(clock) else { return nil }
    var writer = JSONWriter()
    writer.object {
      $0.member("standing") { standing.write(into: &$0) }
      $0.member("words", words)
    }
    return ExactString(writer.string)
  }
}

/// Numbers values, and keeps equal ones once.
struct Interned<Value: Hashable> {
  private(set) var values: [Value] = []
  private var numbers: [Value: Int] = [:]

  mutating func number(of value: Value) -> Int {
    if let number = numbers[value] { return number }
    numbers[value] = values.count
    values.append(value)
    return values.count - 1
  }
}
