import Herald
import HeraldFormats
import HeraldLog

/// The last decision of each installation of a log, and the state that it was taken on.
private struct Askings: ReplayVisitor {
  var questions: [ExactString: Question] = [:]
  var all: [(question: Question, state: InstallationState)] = []
  var shown: [String: String] = [:]

  mutating func visit(_ moment: inout ReplayMoment) {
    guard let decision = moment.decision else { return }
    questions[decision.question.source] = decision.question
    shown[decision.question.source.string] = decision.prompt?.rule.string ?? ""
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) {
    if let question = questions[source] { all.append((question, state)) }
  }
}

/// Takes the decisions of a log again and again, on states that are ready.
func decide(log: String, rounds: Int) throws {
  var askings = Askings()
  let shelf = DocumentShelf(reading: { Formats.read($0).reading })
  try LogReader(log: ByteSource(path: log), shelf: shelf).replay(visitor: &askings)

  var decider = Decider()
  var prompts = 0
  func run(inTurn: Int) {
    for (question, state) in askings.all {
      for _ in 0..<inTurn where decider.decide(question, in: state).prompt != nil { prompts += 1 }
    }
  }
  // At first a decider also works out what it then remembers of each policy and profile.
  let first = Clock.work.time { run(inTurn: 1) }
  prompts = 0
  // The events of an installation follow each other in a ledger, and copying its state for each would be measured too.
  let inTurn = 10
  let seconds = Clock.work.time { for _ in 0..<rounds { run(inTurn: inTurn) } }
  let count = Double(askings.all.count)
  try tell([
    "nanoseconds": seconds / Double(rounds * inTurn) / count * 1e9, "nanosecondsAtFirst": first / count * 1e9,
    "prompts": prompts / rounds / inTurn, "shown": askings.shown,
  ])
}
