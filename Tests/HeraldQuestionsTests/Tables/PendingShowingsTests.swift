import Herald
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("Showings that wait for a change of version")
struct PendingShowingsTests {
  @Test("A row that waited equals one that did not, in each of its values", arguments: Seeds.all)
  func waitingChangesNothing(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let rows = Self.rows(&random)
    var waiting = PendingShowings()
    for row in rows { waiting.append(row) }
    var back: [PromptRow] = []
    waiting.removeAll(of: rows.first?.source ?? "") { back.append($0) }
    #expect(back.map(Self.values) == rows.map(Self.values))
    #expect(back.map(\.profile) == rows.map(\.profile))
  }

  @Test(
    "Rows are sent in order once complete, with the first change of version and the first launch on their target",
    arguments: Seeds.all)
  func launchesCompleteRows(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let made = Self.rows(&random).filter { $0.updatedAt == nil && $0.reachedAt == nil }
    var (waiting, sent, all) = (PendingShowings(), [PromptRow](), [PromptRow]())
    for (place, row) in made.enumerated() {
      all.append(row)
      waiting.append(row)
      while random.chance(40) {
        let time = Timestamp(milliseconds: Int64(place * 1000 + random.int(0...999)))
        let profile = Profile(random.pick([[], [(.appVersionName, "2.9")], [(.appVersionName, "3.0")]]))
        let update = random.chance(50) ? Self.update(to: profile[.appVersionName], row) : nil
        for index in all.indices { all[index].note(profile, at: time, update) }
        waiting.launched(profile, at: time, update, of: row.source) { sent.append($0) }
        #expect(waiting.count == all.count - sent.count)
        let complete = all.prefix { $0.updatedAt != nil && ($0.offer?.target == nil || $0.reachedAt != nil) }
        #expect(sent.count == complete.count)
      }
    }
    waiting.removeAll(of: made.first?.source ?? "") { sent.append($0) }
    #expect(sent.map(Self.values) == all.map(Self.values))
  }

  private static func update(to version: ExactString?, _ row: PromptRow) -> UpdateRow {
    UpdateRow(
      source: row.source, revision: row.revision, time: row.shownAt, from: nil, to: version, accepted: nil, showings: 0,
      profile: .empty)
  }

  @Test("The random rows have values and lack them: of answers, triggers, policies, earlier showings and variants")
  func rowsDiffer() {
    let rows = Seeds.all.flatMap { seed in
      var random = SplitMix64(seed: seed)
      return Self.rows(&random)
    }
    for isThere: (PromptRow) -> Bool in [
      { $0.answer != nil }, { $0.answeredAt != nil }, { $0.trigger != nil }, { $0.digest != nil },
      { $0.lastShownAt != nil }, { $0.offer != nil }, { $0.offer?.target != nil }, { $0.offeredFormat != nil },
      { $0.decisionRevision != nil }, { $0.user != nil }, { $0.updatedAt != nil }, { $0.nextVersion != nil },
      { $0.reachedAt != nil }, { $0.unanswered > 1 }, { $0.showing.variant != nil }, { $0.showing.language != nil },
      { $0.deferrals > 0 },
    ] {
      #expect(rows.contains(where: isThere))
      #expect(rows.contains { !isThere($0) })
    }
  }

  /// The rows of a random log, and each again with other values of what random logs hardly ever have.
  private static func rows(_ random: inout SplitMix64) -> [PromptRow] {
    let stream = Stream.random(&random, count: 200)
    var (state, decider, fold) = (InstallationState(), Decider(), ShowingsFold())
    var rows: [PromptRow] = []
    for fact in stream.facts {
      state.apply(fact)
      let decision = Question(fact.data, at: fact.time, of: stream.source).map { decider.decide($0, in: state) }
      switch fold.record(fact, of: stream.source, in: state, decision: decision) {
      case .shown(let row), .answered(let row):
        rows.append(row)
        rows.append(other(row, &random))
      case nil: break
      }
    }
    return rows
  }

  private static func other(_ row: PromptRow, _ random: inout SplitMix64) -> PromptRow {
    var showing = row.showing
    showing.variant = random.optionalText()
    showing.language = random.optionalText()
    var other = PromptRow(
      source: row.source, showing: showing, revision: row.revision, shownAt: row.shownAt,
      verdict: random.pick(AuditVerdict.allCases), trigger: random.pick([nil] + Trigger.allCases),
      digest: random.optionalText(),
      number: row.number, deferrals: random.int(0...3),
      lastShownAt: random.chance(50) ? row.shownAt.moment : row.lastShownAt, profile: row.profile,
      offer: random.chance(50) ? OfferedVersion(random.pick(["3.0", "3.1", "later"])) : row.offer,
      offeredFormat: random.optionalText(), decisionRevision: random.chance(50) ? random.int(0...900) : nil,
      user: random.optionalText(), unanswered: random.int(1...300))
    other.outcome = random.pick(ShowingOutcome.allCases)
    other.answer = random.optionalText()
    other.answeredAt = random.chance(50) ? row.shownAt.moment : nil
    if random.chance(50) {
      other.updatedAt = row.shownAt.moment
      other.nextVersion = random.optionalText()
    }
    if other.offer?.target != nil, random.chance(50) { other.reachedAt = row.shownAt.moment }
    return other
  }

  /// All stored values by name, so that a value of the row that is not packed is missed.
  private static func values(_ row: PromptRow) -> [String] {
    Mirror(reflecting: row).children.filter { !($0.value is Profile) }.map {
      "\($0.label ?? ""): \(String(reflecting: $0.value))"
    }
  }
}

extension PromptRow {
  /// Takes note of a launch, row by row.
  fileprivate mutating func note(_ launch: Profile, at time: Timestamp, _ update: UpdateRow?) {
    if let update, updatedAt == nil { (nextVersion, updatedAt) = (update.to, time) }
    let installed = launch[.appVersionName].flatMap { AppVersion($0.string) }
    if reachedAt == nil, let target = offer?.text.flatMap({ AppVersion($0.string) }), offer?.target != nil,
      let installed,
      installed >= target
    {
      reachedAt = time
    }
  }
}
