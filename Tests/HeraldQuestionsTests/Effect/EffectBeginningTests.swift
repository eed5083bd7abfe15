import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Effects of logs that lack events")
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
      fold.record(
        fact, after: fact.revision - 1, of: "/a", in: state, question: Question(fact.data, at: fact.time, of: "/a"),
        isRepeated: false)
    }
    let first = visitor.facts[1]
    fold.record(
      first, after: 1, of: "/a", in: visitor.states[1], question: Question(first.data, at: first.time, of: "/a"),
      isRepeated: false)
    try fold.ended("/a", in: state)
    #expect(fold.effects().map(\.target.text).first == "2.5")
    #expect(fold.effects().map { $0.arms.map(\.entered) } == [[1, 0], [0, 0]])
  }

  @Test(
    "Behind missing revisions an installation enters no experiment and is counted, and one that entered stays",
    arguments: [(2, 1, 0), (4, 0, 1)])
  func gapsLeaveOut(gap: Int, unknown: Int, entered: Int) throws {
    struct States: ReplayVisitor {
      var fold = EffectFold()
      let gap: Int
      mutating func visit(_ moment: inout ReplayMoment) {
        let (fact, isBehind) = (moment.fact, moment.revision >= gap)
        let revision = fact.revision + (isBehind ? 1 : 0)
        let moved = Fact(revision: revision, time: fact.time, data: fact.data)
        let previous = isBehind && moment.revision > gap ? revision - 1 : fact.revision - 1
        fold.record(
          moved, after: previous, of: moment.source, in: moment.state, question: moment.question, isRepeated: false)
      }
      mutating func ended(_ source: ExactString, in state: InstallationState) throws {
        try fold.ended(source, in: state)
      }
    }
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0)
    log.launch("a", day: 1)
    var visitor = States(gap: gap)
    try Rows.reader(log.text()).replay(visitor: &visitor)
    let effect = try #require(visitor.fold.effects().first)
    #expect(effect.behindGap == unknown)
    #expect(effect.arms.map(\.entered).reduce(0, +) == entered)
    #expect(effect.cautions.contains(.unknown) == (unknown > 0))
  }
}
