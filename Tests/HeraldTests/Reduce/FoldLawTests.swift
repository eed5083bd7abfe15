import Herald
import HeraldTestSupport
import Testing

@Suite("Laws of the fold")
struct FoldLawTests {
  @Test("Folding two halves of a stream equals folding the whole, wherever it is split", arguments: Seeds.all)
  func foldCanBeSplitAnywhere(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 60)
    let whole = InstallationState(folding: stream.facts)
    for cut in 0...stream.facts.count {
      let first = InstallationState(folding: stream.facts.prefix(cut))
      var second = first
      for fact in stream.facts.dropFirst(cut) { second.apply(fact) }
      #expect(second == whole)
      // The state of the first half is a value, so folding from it does not change it.
      #expect(first == InstallationState(folding: stream.facts.prefix(cut)))
      #expect(first.revision == cut)
    }
  }

  @Test("Folding counts every known event under its type", arguments: Seeds.all)
  func everyKnownEventIsCounted(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 200)
    let state = stream.state
    let count = { (type: EventType?) in stream.facts.count { $0.data.type == type } }
    #expect(state.counts.launches == count(.appLaunched))
    #expect(state.counts.returns == count(.appForegrounded))
    #expect(state.counts.operations == count(.operationAttempted))
    #expect(state.counts.unknownEvents == count(nil))
    // Recorded again while it is on the screen, a showing counts once.
    var before = InstallationState()
    let again = stream.facts.count { fact in
      defer { before.apply(fact) }
      return before.isOnScreen(fact.data)
    }
    #expect(state.records.entries.reduce(0) { $0 + $1.record.shown } == count(.promptShown) - again)
    #expect(Set(state.records.entries.map(\.rule)).count == state.records.entries.count)
  }

  @Test("Folding an unknown event changes the revision and its count, and nothing else", arguments: Seeds.all)
  func unknownEventChangesNothingElse(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 40)
    let known = stream.facts.filter { $0.data.type != nil }
    var expected = InstallationState(folding: known)
    // Not even its time counts: the next known event is not compared with it.
    for fact in stream.facts where fact.data.type == nil {
      expected.apply(Fact(revision: fact.revision, time: fact.time, data: .unknown))
    }
    var state = stream.state
    for revision in 1...2 {
      let early = DeviceTime(moment: Timestamp.range.lowerBound)
      state.apply(Fact(revision: revision, time: early, data: .unknown))
      expected.apply(Fact(revision: revision, time: early, data: .unknown))
    }
    #expect(state == expected)
  }

  @Test("Folding never leaves a showing or an answer later than the last event", arguments: Seeds.all)
  func nothingHappenedInTheFuture(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let stream = Stream.random(&random, count: 120)
    var state = InstallationState()
    var steps = 0
    var last: Timestamp?
    for fact in stream.facts {
      state.apply(fact)
      guard fact.data.type != nil else { continue }
      steps += last.map { fact.time.moment < $0 } ?? false ? 1 : 0
      last = fact.time.moment
      for record in state.records.entries.map(\.record) {
        #expect(record.lastShown.map { $0 <= fact.time.moment } ?? true)
        #expect(record.lastButtonAt.map { $0 <= fact.time.moment } ?? true)
      }
    }
    #expect(state.counts.clockSteps == steps)
    #expect(steps > 0)
  }
}
