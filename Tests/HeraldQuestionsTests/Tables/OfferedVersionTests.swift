import Herald
import HeraldFormats
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The version that a prompt offers")
struct OfferedVersionTests {
  /// The launches of an installation after a revision, with their properties.
  private static func launches(
    of source: Cell?, after revision: Int, in events: [[String: Cell]]
  ) throws -> [(time: Timestamp, profile: Profile)] {
    try events.compactMap { row in
      guard row["source"] == source, row["type"] == .text("app.launched"), row["known"] == .boolean(true),
        case .integer(let place) = row["revision"], place > revision, case .timestamp(let time) = row["time"],
        case .text(let data) = row["data"]
      else { return nil }
      let members = try JSONNode.read(data.string).node[name: "properties"]?.members ?? []
      return (
        time,
        Profile(members.compactMap { member in member.node.string.map { (ExactString(member.name), ExactString($0)) } })
      )
    }
  }

  @Test("A target is reached where, and only where, a later launch of the installation shows it or a later version")
  func reachedTargetsAreShownByALaunch() throws {
    let rows = try Corpus.rows.get()
    var counts: [Cell: Int] = [:]
    for prompt in rows[.prompts] {
      guard case .integer(let revision) = prompt["revision"], case .timestamp(let shown) = prompt["shown_at"] else {
        Issue.record("\(prompt) has no revision or time")
        continue
      }
      counts[prompt["reached_target"] ?? .null, default: 0] += 1
      guard prompt["reached_target"] != .null else {
        #expect(prompt["days_to_target"] == .null)
        continue
      }
      let launches = try Self.launches(of: prompt["source"], after: revision, in: rows[.events])
      let first = launches.first { _, profile in
        if case .text(let target) = prompt["target_version"] {
          return Self.reaches(profile[.appVersionName], target.string)
        }
        guard case .integer(let code) = prompt["target_version_code"] else { return false }
        return Self.reaches(profile[.appVersionCode], String(code))
      }
      #expect(prompt["reached_target"] == .boolean(first != nil), "\(prompt)")
      #expect(prompt["days_to_target"] == first.map { Cell.real($0.time.hours(since: shown) / 24) } ?? .null)
    }
    #expect(counts.values.allSatisfy { $0 > 5 })
    #expect(counts.count == 3)
  }

  private static func reaches(_ installed: ExactString?, _ target: String) -> Bool {
    guard let installed = installed.flatMap({ AppVersion($0.string) }), let target = AppVersion(target) else {
      return false
    }
    return installed >= target
  }

  @Test("The showings of a rule are counted since its last answer")
  func unansweredCountsSinceTheLastAnswer() throws {
    struct Rule: Hashable {
      let source, rule: Cell?
    }
    var counts: [Rule: Int] = [:]
    var most = 0
    for row in try Corpus.rows.get()[.prompts] {
      let rule = Rule(source: row["source"], rule: row["rule"])
      counts[rule, default: 0] += 1
      #expect(row["unanswered"]?.integer == counts[rule])
      most = max(most, counts[rule] ?? 0)
      if row["outcome"] == .text("answered") { counts[rule] = 0 }
    }
    #expect(most > 1)
  }

  @Test("The decision of a showing is the installation's last one before it, or none since the showing before")
  func decisionOfAShowingIsTheLastOne() throws {
    let rows = try Corpus.rows.get()
    for prompt in rows[.prompts] {
      guard let revision = prompt["revision"]?.integer, let decision = prompt["decision_revision"]?.integer else {
        #expect(prompt["decision_revision"] == .null)
        #expect(prompt["trigger"] == .null)
        continue
      }
      let before = rows[.decisions].filter {
        $0["source"] == prompt["source"] && ($0["revision"]?.integer ?? 0) < revision
      }
      #expect(before.last?["revision"]?.integer == decision)
      #expect(before.last?["trigger"] == prompt["trigger"])
    }
  }

  @Test("A push offers its own version, and one that is no version cannot be reached")
  func pushOffersItsVersion() {
    #expect(OfferedVersion("3.1").target != nil)
    #expect(OfferedVersion("3.1").text == "3.1")
    #expect(OfferedVersion("the newest").target == nil)
  }

  @Test("A rule's offer can be compared for the app that it is about, and for no other")
  func offerOfAnotherAppIsNotCompared() throws {
    let showing = PromptShown(prompt: "p", rule: "update:1", kind: .optional, language: nil, variant: nil)
    for (about, isCompared): (ExactString?, Bool) in [
      (nil, true), ("com.example.shop", true), ("com.example.other", false),
    ] {
      let rule = Rule(
        id: "update:1", kind: .optional, targetVersion: PublishedVersion("3.0"), targetVersionCode: 30,
        targetPackageName: about, descriptions: Descriptions([]),
        destinations: Rule.Destinations(onAndroid: nil, elsewhere: nil))
      var state = InstallationState()
      state.profile = Profile([(.appPackageName, "com.example.shop")])
      state.accepted = Policy(of: Document(text: "{}", format: "herald"), rules: [rule])
      let offer = try #require(OfferedVersion(of: showing, in: state))
      #expect(offer.text == "3.0")
      #expect(offer.code == 30)
      #expect((offer.target != nil) == isCompared)
    }
    #expect(OfferedVersion(of: showing, in: InstallationState()) == nil)
  }

  @Test("Of two rules with one id the least values count, in whatever order they come")
  func rulesOfOneIdMerge() {
    func facts(_ kind: PromptKind, _ target: String?, _ rollout: Int, until: String?) -> RuleFacts {
      RuleFacts(
        Rule(
          id: "update:1", kind: kind, targetVersion: target.flatMap { PublishedVersion($0) }, rollout: rollout,
          displayBefore: until.flatMap { WindowDate($0) }, descriptions: Descriptions([]),
          destinations: Rule.Destinations(onAndroid: nil, elsewhere: nil)))
    }
    let all = [
      facts(.optional, "10.0", 500, until: nil), facts(.force, "9.0", 10_000, until: "2026-03-02"),
      facts(.optional, nil, 700, until: "2026-04-01"),
    ]
    for order in [[0, 1, 2], [2, 1, 0], [1, 0, 2], [0, 0, 2, 1]] {
      var merged = all[order[0]]
      for place in order.dropFirst() { merged.merge(all[place]) }
      #expect(merged == facts(.force, "10.0", 500, until: "2026-03-02"))
    }
  }

  @Test("The rules of the corpus say what their documents say")
  func rulesSayWhatDocumentsSay() throws {
    let rows = try Corpus.rows.get()
    var compared = 0
    for row in rows[.rules] {
      let formats = rows[.documents].filter { $0["digest"] == row["digest"] }
      guard formats.count == 1, formats[0]["format"] == .text("herald"), case .text(let body) = formats[0]["body"],
        case .text(let id) = row["rule"], row["kind"] != .null
      else { continue }
      guard case .accepted(let policy) = Formats.read(Document(text: body.string, format: "herald")).reading,
        let rule = policy.rule(id)
      else { continue }
      compared += 1
      #expect(row["target_version"] == rule.targetVersion.map { Cell.text($0.text) } ?? .null)
      #expect(row["target_version_code"] == rule.targetVersionCode.map(Cell.integer) ?? .null)
      #expect(row["rollout_percent"] == .real(Double(rule.rollout) / 100))
      #expect(row["window_from"] == rule.displayAfter.map { Cell.text(ExactString($0.text)) } ?? .null)
      #expect(row["window_until"] == rule.displayBefore.map { Cell.text(ExactString($0.text)) } ?? .null)
      guard case .text(let languages) = row["languages"] else {
        Issue.record("\(row) has no languages")
        continue
      }
      let keys = rule.descriptions.entries.map { "\"\($0.key)\"" }.joined(separator: ",")
      #expect(languages == ExactString("[\(keys)]"))
    }
    #expect(compared > 50)
  }

  @Test("Each test of a rule has one column that counts what it blocked")
  func everyTestHasAColumn() {
    let names = AnalysisTable.rules.columns.map(\.name).filter { $0.hasPrefix("blocked_") }
    #expect(names.count == RuleTest.allCases.count)
    #expect(Set(names).count == names.count)
  }
}
