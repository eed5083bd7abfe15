import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import Testing

@testable import HeraldQuestions

@Suite("Effects")
struct EffectFoldTests {
  private func only(_ log: EffectLog, days: Int? = nil) throws -> Effect {
    let effects = try log.fold().effects(days: days)
    #expect(effects.count == 1)
    return try #require(effects.first)
  }

  @Test("A small fleet gives the figures that a person works out by hand")
  func byHand() throws {
    // Held out: none, day 2. Shown: day 1, day 3, day 8, never. The log ends on day 10; a late one is followed for a day.
    var log = EffectLog.groups(first: [1, 3, 8, nil], second: [nil, 2], until: 10)
    log.launch("late", day: 9)
    let effect = try only(log, days: 7)
    let (shown, heldOut) = (try #require(effect.arms.first), try #require(effect.arms.last))
    #expect(shown.name == .shown)
    #expect(shown.entered == 5)
    #expect(shown.followed == 4)
    #expect(shown.updated(after: 0) == 0)
    #expect([1, 2, 3, 7].map { shown.updated(after: $0 * LengthOfTime.day) } == [1, 1, 2, 2])
    // Of five, one updates after a day with five followed, one after three days with three: 4/5 · 2/3 = 0.53; then 0.27.
    #expect(shown.median == 8 * LengthOfTime.day)
    #expect(heldOut.name == .heldOut)
    #expect(heldOut.proportion == Proportion(1, of: 2))
    #expect(heldOut.median == 2 * LengthOfTime.day)
  }

  @Test("The days are the longest of the usual ones for which half of the installations were followed")
  func days() throws {
    var log = EffectLog.groups(first: [nil, nil], second: [nil], until: 20)
    #expect(try only(log).days == 14)
    for number in 0..<4 { log.launch("late\(number)", day: 15) }
    #expect(try only(log).days == 3)
    for number in 0..<8 { log.launch("latest\(number)", day: 19.5) }
    #expect(try only(log).days == nil)
  }

  @Test("The order of installations, and of lines, changes no figure")
  func order() throws {
    var log = EffectLog.groups(
      EffectLog.document(rule: EffectLog.variants), first: [1, nil, 4, 9, nil], second: [nil, 3, 3])
    log.launch("x", day: 5, second: true)
    func json(_ fold: EffectFold) -> [String] {
      fold.effects().map { effect in
        var output = JSONWriter()
        effect.write(into: &output)
        return output.string
      }
    }
    let wanted = json(try log.fold())
    #expect(wanted.count == 2)
    #expect(json(try log.fold(byTime: true)) == wanted)
    #expect(json(try log.fold(byTime: true, atOnce: 2)) == wanted)
    var backwards = EffectFold()
    let groups = Dictionary(grouping: log.lines.map(\.text)) { $0.split(separator: "\"")[11] }
    let text = groups.sorted { $0.key > $1.key }.flatMap(\.value).map { $0 + "\n" }.joined()
    try Rows.reader(text).replay(visitor: &backwards)
    #expect(json(backwards) == wanted)
  }

  @Test("The installations held out are those whose decisions the holdout ended")
  func heldOutAsReplayed() throws {
    let log = EffectLog.groups(first: [1, nil, 4], second: [nil, 3, nil, nil])
    struct HeldOut: ReplayVisitor {
      var sources: Set<ExactString> = []
      mutating func visit(_ moment: inout ReplayMoment) {
        guard let decision = moment.decision else { return }
        decision.forEachConsidered { _, failed in
          if let failed, RuleTest.allCases[failed] == .holdout { sources.insert(decision.question.source) }
        }
      }
    }
    var visitor = HeldOut()
    try Rows.reader(log.text()).replay(visitor: &visitor)
    #expect(try only(log).arms.last?.entered == visitor.sources.count)
    #expect(visitor.sources.count == 4)
  }

  @Test("An installation stays in its group when it draws again")
  func staysInItsGroup() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0, heldOut: true)
    log.launch("a", day: 1, heldOut: false)
    log.launch("a", day: 2, version: "2.4.0", heldOut: false)
    log.launch("b", day: 9)
    log.end(day: 9)
    let effect = try only(log, days: 3)
    #expect(effect.arms.map(\.entered) == [1, 1])
    #expect(effect.arms.last?.proportion == Proportion(1, of: 1))
  }

  @Test("A version code is the target where the rule names no version")
  func versionCode() throws {
    var log = EffectLog(EffectLog.document(target: #""targetVersionCode":240,"#))
    log.launch("a", day: 0, properties: #","appVersionCode":"239""#)
    log.launch("a", day: 1, properties: #","appVersionCode":"241""#)
    log.end(day: 9)
    let effect = try only(log, days: 3)
    #expect(effect.target.text == "240")
    #expect(effect.arms.first?.proportion == Proportion(1, of: 1))
  }

  @Test("A device whose version cannot be compared with the target is left out, and counted, until it shows one")
  func unreadableVersion() throws {
    var log = EffectLog(EffectLog.document(target: #""targetVersionCode":240,"#))
    let ios = #","deviceOsName":"ios""#
    log.launch("ios", day: 0, properties: ios)
    log.launch("ios", day: 1, properties: ios)
    log.launch("late", day: 0, properties: ios)
    log.launch("late", day: 2, properties: ios + #","appVersionCode":"239""#)
    log.launch("b", day: 0, heldOut: true, properties: #","appVersionCode":"239""#)
    let effect = try only(log)
    #expect(effect.arms.map(\.entered) == [1, 1])
    #expect(effect.unreadable == 1)
    #expect(effect.cautions == [.unreadableVersions])
    #expect(
      effect.cautionWords.first
        == "1 installation came to a moment at which the rule asks, and never showed a version to compare with "
        + "version code 240. It is left out.")
  }

  @Test("A showing from before the entrance is a caution where it was for the same target", arguments: [true, false])
  func shownBefore(_ isSame: Bool) throws {
    var log = EffectLog(EffectLog.document(root: "", target: #""targetVersion":"\#(isSame ? "2.4" : "2.3.9")","#))
    for source in ["a", "b"] {
      log.launch(source, day: 0, heldOut: source == "b")
      log.show(source, day: 0, rule: "update:7")
    }
    log.document = EffectLog.document()
    for source in ["a", "b"] { log.launch(source, day: 1, heldOut: source == "b") }
    let effect = try only(log)
    #expect(effect.arms.map(\.sawBefore) == (isSame ? [1, 1] : [0, 0]))
    #expect(effect.cautions == (isSame ? [.shownBefore] : []))
    if isSame { #expect(effect.cautionWords.first?.contains("(shown 1 of 1; held out 1 of 1)") == true) }
  }

  @Test("A showing for a later target does not count for the experiment before it")
  func shownForAnotherTarget() throws {
    var log = EffectLog.groups(first: [nil], second: [nil], isShown: false)
    log.document = EffectLog.document(target: #""targetVersion":"2.5","#)
    log.launch("0-0", day: 1)
    log.show("0-0", day: 1, rule: "update:7")
    let effects = try log.fold().effects(days: 7)
    #expect(effects.map(\.target.text) == ["2.5", "2.4.0"])
    #expect(effects.map { $0.arms.map(\.saw) } == [[1, 0], [0, 0]])
  }

  @Test("Weights in the same proportion are the same shares")
  func sameShares() throws {
    func document(_ weight: Int) -> String {
      EffectLog.document(
        root: "", rule: #""variants":[{"id":"a","weight":\#(weight)},{"id":"b","weight":\#(weight)}],"#)
    }
    var log = EffectLog(document(1))
    log.launch("a", day: 0)
    log.document = document(2)
    log.launch("b", day: 1, second: true)
    #expect(try only(log).cautions.isEmpty)
  }

  @Test("One clock that is years ahead changes no figure", arguments: [1, 5])
  func clockAhead(_ clocks: Int) throws {
    func fleet(isAhead: Bool) -> EffectLog {
      var log = EffectLog(EffectLog.document())
      for number in 0..<80 {
        let day = Double(number) / 40
        log.launch("\(number)", day: day, heldOut: number % 2 == 1)
        if number % 3 == 0 { log.launch("\(number)", day: day + 1, version: "2.4.0") }
      }
      for number in 0..<clocks { log.launch("wrong\(number)", day: isAhead ? 1800 : 2.95, version: "9") }
      return log
    }
    let (right, wrong) = (try only(fleet(isAhead: false)), try only(fleet(isAhead: true)))
    #expect(wrong.days == right.days)
    #expect(wrong.arms.map(\.followed) == right.arms.map(\.followed))
    #expect(wrong.sentences == right.sentences)
  }

  @Test("40,000 targets of one installation are looked up, not searched", .timeLimit(.minutes(30)))
  func manyTargets() throws {
    let participant = Participant()
    let entrance = Enrolment(index: 0, isHeldOut: false, variant: nil, hasSeenIt: false)
    let profile = Profile.empty
    for place in 0..<40_000 {
      participant.enter(place, .versionCode(place + 1), Enrollee(entrance: entrance, entered: .missing))
      participant.launched(InstalledVersions(profile), at: .missing)
      participant.saw(place, at: .missing)
      #expect(participant.knows(place))
    }
    #expect(participant.entrants.count == 40_000)
  }

  @Test("A new target is another experiment; the same version written otherwise is not")
  func newTarget() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0)
    log.document = EffectLog.document(target: #""targetVersion":"2.4","#)
    log.launch("a", day: 1)
    log.launch("b", day: 1)
    log.document = EffectLog.document(target: #""targetVersion":"2.5","#)
    log.launch("a", day: 2)
    let effects = try log.fold().effects()
    #expect(effects.map(\.target.text) == ["2.5", "2.4"])
    #expect(effects.map { $0.arms.map(\.entered) } == [[1, 0], [2, 0]])
  }

  @Test("A share that changes while installations enter is a caution")
  func sharesChanged() throws {
    var log = EffectLog(EffectLog.document())
    log.launch("a", day: 0)
    log.launch("b", day: 0, heldOut: true)
    #expect(try only(log).cautions.isEmpty)
    log.document = EffectLog.document(root: #""holdout":{"id":"h","percent":20},"#)
    log.launch("a", day: 1)
    #expect(try only(log).cautions.isEmpty)
    log.launch("c", day: 1)
    #expect(try only(log).cautions.first == .sharesChanged)
  }

  @Test("Variants are compared with the first of the document, without those held out")
  func variants() throws {
    let three = #""variants":[{"id":"z","weight":1},{"id":"none","weight":0},{"id":"a","weight":2}],"#
    var log = EffectLog(EffectLog.document(rule: three))
    log.launch("1", day: 0)
    log.launch("2", day: 0, second: true)
    log.launch("3", day: 0, heldOut: true, second: true)
    let effects = try log.fold().effects()
    #expect(effects.map(\.contrast) == [.holdout, .variants])
    let variants = try #require(effects.last)
    #expect(variants.arms.map(\.name) == [.variant("z"), .variant("a")])
    #expect(variants.arms.map(\.entered) == [1, 1])
    #expect(variants.reference?.name == .variant("z"))
  }

  @Test("An installation that entered for its variant alone is in no group of a holdout that came later")
  func laterHoldout() throws {
    var log = EffectLog(EffectLog.document(root: "", rule: EffectLog.variants))
    log.launch("a", day: 0)
    log.document = EffectLog.document(rule: EffectLog.variants)
    log.launch("a", day: 1, heldOut: true)
    log.launch("b", day: 1)
    let effects = try log.fold().effects()
    #expect(effects.map { $0.arms.map(\.entered) } == [[1, 0], [2, 0]])
  }

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
        fact, after: fact.revision - 1, of: "/a", in: state, question: Question(fact.data, at: fact.time, of: "/a"))
    }
    let first = visitor.facts[1]
    fold.record(
      first, after: 1, of: "/a", in: visitor.states[1], question: Question(first.data, at: first.time, of: "/a"))
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
        fold.record(moved, after: previous, of: moment.source, in: moment.state, question: moment.question)
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
