@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

/// Random states under a few simple rules, so that a test can try all combinations.
enum SmallWorld {
  private static let base = Timestamp(milliseconds: 1_772_438_400_000)
  private static let span = 12
  private static let versions = ["0.5", "1.0", "1.2", "1.5", "1.9", "2.0", "2.0.0-0", "2.1", "3", "two", "1.0.1"]
  private static let languages = ["en", "tr", "de-AT", "fr"]

  static func make(_ random: inout SplitMix64) throws -> (Question, InstallationState) {
    let rules = try (1...random.int(1...3)).map { try rule(ExactString("update:\($0)"), &random) }
    let policy = Policy.make(
      rules, packageName: random.pick([nil, "a", "a", "a", "a", "a", "b"]),
      review: random.chance(8) ? "1.*, <0.9" : nil,
      pushOnForeground: random.chance(30))
    var state = InstallationState()
    let now = DeviceTime(moment: base, offsetMinutes: random.pick([0, 60]))
    if random.chance(95) {
      var properties = ["appPackageName": "a"]
      for (name, values) in [("appVersionName", versions), ("deviceLanguage", languages), ("x-tier", ["gold", "tin"])]
      where random.chance(85) {
        properties[name] = random.pick(values)
      }
      state.apply(Fact(revision: 1, time: now, data: .launched(properties)))
    }
    state.policy = policy
    state.records = ShowingRecords(
      rules.filter { _ in random.chance(70) }.map { ShowingRecords.Entry(rule: $0.id, record: record(&random)) })
    if random.chance(6) { state.visible = VisiblePrompt(prompt: "p", rule: rules[0].id, kind: .force) }
    if random.chance(6) {
      state.latch = Latch(event: "e", url: "https://h/", targetVersion: nil, appVersionName: nil)
    }
    let question = Question(
      trigger: random.pick(Trigger.allCases + [.launch, .launch, .login, .schedule]), now: now,
      source: ExactString("/i/\(random.int(0...50))"),
      isBusy: random.chance(10))
    return (question, state)
  }

  private static func rule(_ id: ExactString, _ random: inout SplitMix64) throws -> Rule {
    var filters: [Filter] = []
    if random.chance(30) {
      let text = random.pick(["<2, !1.5", "1.*", ">=1.5", "!2.0, !1.*", "''", "1.?*, two"])
      filters.append(Filter(property: .appVersionName, text: text))
    }
    if random.chance(25) { filters.append(Filter(property: "x-tier", text: random.pick(["gold", "!gold", "t*"]))) }
    let target = try #require(PublishedVersion(random.pick(["1.2", "2.0"])))
    return .make(
      id, random.pick([.force, .optional, .optional, .message]), filters: filters,
      condition: random.chance(40) ? .below(target: target, code: nil) : .none,
      rollout: random.pick([10_000, 10_000, 10_000, 5_000, 100]), after: date(&random), before: date(&random),
      count: random.chance(25) ? random.int(0...2) : nil,
      period: random.chance(40) ? Int64(random.int(1...2 * span)) : 0,
      targetPackageName: random.chance(15) ? random.pick(["a", "b"]) : nil,
      texts: random.pick([["*": "any"], ["en": "one"], ["de": "eins", "tr": "bir"]]), skippable: true)
  }

  private static func date(_ random: inout SplitMix64) -> WindowDate? {
    guard random.chance(20) else { return nil }
    let moment = Timestamp(milliseconds: base.milliseconds + Int64(random.int(-span...span)))
    return WindowDate(moment.description)
  }

  private static func record(_ random: inout SplitMix64) -> ShowingRecord {
    ShowingRecord(
      shown: random.int(1...3), lastShown: Timestamp(milliseconds: base.milliseconds - Int64(random.int(0...span))),
      skippedVersion: random.chance(40) ? random.pick(["1.2", "2.0", "1.0"]) : nil)
  }

  /// All parts of a hypothesis that a candidate may change.
  static func aspects(of state: InstallationState) -> [Input] {
    let names: [ExactString] = [
      .appVersionName, .appPackageName, .appVersionCode, .deviceOsName, .deviceLanguage, "x-tier", "installed.a",
      "installed.b",
    ]
    return names.map { .property($0) }
      + [.launch, .screen, .latch, .time, .trigger, .business, .review, .packageName, .order]
      + (state.policy?.rules ?? []).flatMap { rule in
        [.record(rule.id), .rule(rule.id)] + keys.map { .term(rule.id, $0) }
      }
  }

  /// The keys of a rule that an edit of the policy may change.
  private static let keys = [
    "/maxDisplayCount", "/displayPeriodInHours", "/displayAfterDate", "/displayBeforeDate", "/filters/appVersionName",
    "/filters/x-tier", "/descriptions/*",
  ]

  /// Every change of one input in this world.
  static func everyValue(in start: Hypothesis) -> [Change] {
    let strings: [(ExactString, [String])] = [
      (.appVersionName, versions), (.deviceLanguage, languages), ("x-tier", ["gold", "tin", "other"]),
      (.appPackageName, ["a", "b", "c"]), ("installed.a", ["true", "no"]), ("installed.b", ["true", "no"]),
    ]
    let properties = strings.flatMap { name, values in
      values.map { Change.property(name, ExactString($0)) } + [.property(name, nil)]
    }
    let moments = (-2 * span...2 * span).map {
      Change.time(Timestamp(milliseconds: base.milliseconds + Int64($0)))
    }
    let rules = start.state.policy?.rules.map(\.id) ?? []
    return properties + moments + rules.flatMap(records)
      + Trigger.allCases.map { .trigger($0) } + [.launched, .nothingVisible, .notBusy, .noLatch, .withoutReview]
      + rules.map { .withoutRule($0) } + rules.map { .first($0) }
  }

  private static func records(of rule: ExactString) -> [Change] {
    var records: [Change] = [.neverShown(rule), .neverSkipped(rule)]
    records += (0...3).map { .timesShown(rule, $0) }
    records += versions.map { .skipped(rule, ExactString($0)) }
    records += (0...2 * span).map { .lastShown(rule, Timestamp(milliseconds: base.milliseconds - Int64($0))) }
    return records
  }
}
