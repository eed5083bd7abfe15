import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Effects of logs whose beginning was forgotten")
struct EffectBeginningTests {
  @Test("An installation whose beginning was forgotten enters only what came after it")
  func forgottenBeginning() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0)
    var before = EffectFold()
    var state = InstallationState()
    let reader = try Rows.reader(log.text())
    try reader.replay(visitor: &before)
    log.document = EffectLog.document(target: #""targetVersion":"2.5","#)
    log.launch("a", day: 1)
    struct States: ReplayVisitor {
      var states: [InstallationState] = []
      var facts: [Fact] = []
      mutating func visit(_ moment: inout ReplayMoment) {
        states.append(moment.state)
        facts.append(moment.fact)
      }
    }
    var visitor = States()
    try Rows.reader(log.text()).replay(visitor: &visitor)
    var fold = EffectFold()
    state = visitor.states[1]
    try fold.began("/a", in: state)
    for (fact, state) in zip(visitor.facts, visitor.states).dropFirst(2) {
      fold.record(fact, of: "/a", in: state, question: Question(fact.data, at: fact.time, of: "/a"), isRepeated: false)
    }
    let first = visitor.facts[1]
    fold.record(
      first, of: "/a", in: visitor.states[1], question: Question(first.data, at: first.time, of: "/a"),
      isRepeated: false)
    try fold.ended("/a", in: state)
    #expect(fold.effects().map(\.target.text).first == "2.5")
    #expect(fold.effects().map { $0.arms.map(\.entered) } == [[1, 0], [0, 0]])
  }
}
