import Herald
import HeraldLines

/// Holds every moment of a log against the laws of folding and deciding, which need no expectation.
struct Laws: ReplayVisitor {
  private let shelf: DocumentShelf
  /// The state of each stream, written and read after every event.
  private var restored: [Int: InstallationState] = [:]
  private(set) var broken: String?

  init(_ shelf: DocumentShelf) { self.shelf = shelf }

  mutating func visit(_ moment: inout ReplayMoment) throws {
    if broken != nil { return }
    let (fact, stream) = (moment.fact, moment.stream)
    let decision = moment.decision
    let question = moment.question
    let state = moment.state
    var other = restored[stream] ?? InstallationState()
    other.apply(fact)
    // Texts are compared: a state in memory has a little more than counts, such as the words of a signature's comment
    // that are ignored.
    let snapshot = state.snapshot
    guard let read = try InstallationState(snapshot: snapshot, policy: { try shelf.policy(named: $0) }) else {
      return broken = "a state can be read again"
    }
    restored[stream] = read
    if read.snapshot != snapshot {
      broken = "a state that is written and read is the same"
    } else if other.snapshot != snapshot {
      broken = "a snapshot in between changes no later state"
    } else if let question, let decision {
      broken = Self.broken(by: decision, on: question, in: other)
    }
  }

  private static func broken(by decision: Decision, on question: Question, in state: InstallationState) -> String? {
    var decider = Decider(capacity: 0)
    if decider.decide(question, in: state) != decision { return "a fresh decider decides the same" }
    let explanation = Explanation(question, in: state)
    if explanation.decision != decision { return "an explanation ends as the decision does" }
    for rule in explanation.rules {
      if rule.tests.first(where: { !$0.passed })?.test != rule.failed { return "the first test that fails is the reason" }
      for test in rule.tests where test.test != .version && test.passed != test.comparisons.allSatisfy(\.passed) {
        return "a test passes where all its comparisons do"
      }
    }
    return nil
  }
}
