@testable import HeraldQuestions
import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Whom a policy is for")
struct PolicyReachTests {
  private static let now = DeviceTime(moment: Timestamp(milliseconds: 1_772_600_000_000), offsetMinutes: 60)

  private func read(_ text: String) -> Policy? {
    guard case .accepted(let policy) = Formats.read(Document(text: text, format: "herald")).reading else { return nil }
    return policy
  }

  private func fleet(_ random: inout SplitMix64) -> [(source: ExactString, state: InstallationState)] {
    (0..<40).map { number in
      let stream = Stream.random(&random, count: random.int(0...25))
      return (ExactString("/i/\(number)"), stream.state)
    }
  }

  /// Every test of a rule on an installation, as an explanation runs them.
  private func tests(_ rule: Rule, _ policy: Policy, _ source: ExactString, _ state: InstallationState) -> [RuleTest:
    Bool]
  {
    let alone = Policy.make([rule], packageName: policy.packageName)
    let question = Question(trigger: .launch, now: Self.now, source: source)
    var situation = RuleContext(question, in: state, DeviceVerdicts(of: state, under: alone))
    situation.turn(to: rule, at: 0)
    let explained = ExplainedRule(rule, failed: nil, in: situation)
    var passed = Dictionary(uniqueKeysWithValues: explained.tests.map { ($0.test, $0.passed) })
    // A text for the time when the rule is forced makes it seen at some time.
    if rule.mayRise, rule.pacing.forcedDescriptions?.entry(for: state[.deviceLanguage]) != nil { passed[.text] = true }
    return passed
  }

  private func isReached(_ tests: [RuleTest: Bool], but: RuleTest? = nil) -> Bool {
    [.filters, .version, .rollout, .installed, .text].allSatisfy { $0 == but || tests[$0] == true }
  }

  @Test("A policy's reach is what testing each installation by itself gives", arguments: Seeds.all)
  func reachAgreesWithEachInstallation(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    guard let policy = read(Stream.randomDocument(&random)) else { return }
    let fleet = fleet(&random)
    var reach = PolicyReach(policy)
    for (source, state) in fleet { reach.record(state, of: source, at: Self.now) }
    let launched = fleet.filter { $0.state.counts.launches > 0 }
    let thisApp = launched.filter { policy.packageName.map($0.state.isThisApp) ?? true }
    // An installation that refuses the document when it is fetched now has a newer one.
    let own = thisApp.filter { source, state in
      var state = state
      let reading = FetchSucceeded(
        trigger: .launch, url: "u", format: "herald", digest: policy.digest, reading: .accepted(policy))
      state.apply(Fact(revision: state.revision + 1, time: Self.now, data: .fetchSucceeded(reading)))
      return state.refused == nil
    }
    #expect(reach.installations == 40)
    #expect(reach.notLaunched == 40 - launched.count)
    #expect(reach.otherApp == launched.count - thisApp.count)
    #expect(reach.newer == thisApp.count - own.count)
    #expect(reach.ofThisApp == own.count)
    for counted in reach.rules {
      let rule = counted.rule
      let results = own.map { tests(rule, policy, $0.source, $0.state) }
      for test in RuleTest.allCases {
        #expect(counted.passed[test] ?? 0 == results.count { $0[test] == true }, "\(rule.id) \(test)")
      }
      #expect(counted.reached == results.count { isReached($0) })
      for (key, test) in [
        ("/targetVersion", RuleTest.version), ("/targetVersionCode", .version), ("/rollout", .rollout),
        ("/targetPackageName", .installed), ("/descriptions/en/message", .text), ("/filters", .filters),
      ] {
        #expect(counted.concerned(by: key) == results.count { isReached($0, but: test) }, "\(key)")
      }
      #expect(counted.concerned(by: "/displayPeriodInHours") == counted.reached)
      #expect(counted.concerned(by: "") == counted.reached)
      var decider = Decider()
      #expect(
        counted.shown
          == own.count { source, state in
            var state = state
            state.visible = nil
            state.policy = policy
            return decider.decide(Question(trigger: .launch, now: Self.now, source: source), in: state).prompt?.rule
              == rule.id
          })
    }
  }

  @Test("A filter concerns the installations that its rule would reach without it", arguments: Seeds.all)
  func filterConcernsThoseReachedWithoutIt(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let filters = [
      Filter(property: .appVersionName, text: random.pick(["<2", "!1.5"])),
      Filter(property: .deviceOsName, text: random.pick(["android", "ios"])),
      Filter(property: .deviceLanguage, text: random.pick(["en", "tr*", "''"])),
    ]
    let fleet = fleet(&random)
    var reach = PolicyReach(Policy.make([.make(filters: filters)]))
    for (source, state) in fleet { reach.record(state, of: source, at: Self.now) }
    for index in filters.indices {
      var others = filters
      let removed = others.remove(at: index)
      var without = PolicyReach(Policy.make([.make(filters: others)]))
      for (source, state) in fleet { without.record(state, of: source, at: Self.now) }
      #expect(reach.rules[0].concerned(by: "/filters/\(removed.property)") == without.rules[0].reached)
    }
  }

  private func device(_ system: String?, _ osVersion: String?, app: String) -> InstallationState {
    var stream = Stream()
    var properties = ["appPackageName": "a", "appVersionName": app]
    properties["deviceOsName"] = system
    properties["deviceOsVersion"] = osVersion
    stream.append(.launched(properties))
    return stream.state
  }

  @Test("A force is proven by a device of the same or an older system whose version it lets go")
  func forceIsProvenByAFreeDevice() throws {
    let policy = try #require(
      read(
        #"{"packageName":"a","updates":[{"id":1,"forceUpdate":true,"targetGooglePlay":true,"filters":{"appVersionName":"<2"},"descriptions":{"*":"x"}}]}"#
      ))
    var reach = PolicyReach(policy)
    let devices = [
      ("/old", device("android", "8", app: "1")), ("/14", device("Android", "14", app: "1.5")),
      ("/proof", device("android", "10", app: "2.1")), ("/newer", device("android", "12", app: "2.2")),
      ("/ios", device("iOS", "17", app: "1")), ("/unsaid", device(nil, nil, app: "1")),
    ]
    for (source, state) in devices { reach.record(state, of: ExactString(source), at: Self.now) }
    let ways = reach.rules[0].ways
    #expect(ways.ways.map(\.system.name) == ["android", "android", "ios", nil])
    #expect(ways.ways.map(\.leadsNowhere) == [false, false, true, false])
    #expect(ways.ways.map { ways.proof(for: $0.system)?.source } == [nil, "/proof", nil, nil])
    #expect(ways.ways.allSatisfy { $0.installations == 1 })
  }

  @Test(
    "Texts for the forced phase count for whom a rule reaches, where it may become forced",
    arguments: [(#","forceUpdateTypes":["major"]"#, 2), (#","deadline":{"at":"2030-01-01"}"#, 2), ("", 1)])
  func forcedTexts(_ keys: String, _ reached: Int) throws {
    let policy = try #require(
      read(
        """
        {"packageName":"a","updates":[{"id":1,"targetVersion":"9","targetWebsiteUrl":"https://e.com",\
        "descriptions":{"tr":"x"},"forcedDescriptions":{"ko":"y"}\(keys)}]}
        """))
    var reach = PolicyReach(policy)
    for language in ["tr", "ko", "fr"] {
      var state = InstallationState()
      let launch = EventData.launched(
        ["appPackageName": "a", "appVersionName": "1.0", "deviceLanguage": language])
      state.apply(Fact(revision: 1, time: Self.now, data: launch))
      reach.record(state, of: ExactString("/" + language), at: Self.now)
    }
    #expect(reach.rules[0].passed[.text] == reached)
    #expect(reach.rules[0].reached == reached)
  }

  @Test("A filter on ios is told which devices with another name of it it leaves out, and the fix lets them in")
  func otherNamesOfIOS() throws {
    func findings(_ filter: String) throws -> [Diagnostic] {
      let policy = try #require(
        read(
          #"{"packageName":"a","updates":[{"id":1,"targetVersion":"9","targetWebsiteUrl":"https://e.com","#
            + #""descriptions":{"*":"x"},"filters":{"deviceOsName":"\#(filter)"}}]}"#))
      var reach = PolicyReach(policy)
      for system in ["iOS", "iPadOS", "iPadOS", "iPhone OS", "android", ""] {
        var state = InstallationState()
        let launch = EventData.launched(["appPackageName": "a", "appVersionName": "1.0", "deviceOsName": system])
        state.apply(Fact(revision: 1, time: Self.now, data: launch))
        reach.record(state, of: ExactString("/" + system), at: Self.now)
      }
      return LoggedReach(reach: reach, installations: 6).findings.filter { $0.code.name == "otherSystemName" }
    }
    let found = try #require(try findings("ios").first)
    #expect(found.what.contains("leaves out 3 installations whose system is `ipados` or `iphone os`"))
    #expect(found.fix == "add `,ipados,iphone os` to the filter")
    #expect(try findings("ios,ipados,iphone os").isEmpty)
    #expect(try findings("android").isEmpty)
    #expect(try findings("!android").isEmpty)
  }

  @Test("A filter whose property devices send under a similar name is told how many it leaves out for that alone")
  func otherPropertyNames() throws {
    let policy = try #require(
      read(
        #"{"packageName":"a","updates":[{"id":1,"targetVersion":"9","targetWebsiteUrl":"https://e.com","#
          + #""descriptions":{"*":"x"},"filters":{"x-role":"staff"}}]}"#))
    let devices: [[String: String]] = [
      ["role": "staff"], ["role": "guest"], ["x-role": "guest"], ["x-tier": "1"],
      ["role": "staff", "appVersionName": "9"],
    ]
    var (first, second) = (PolicyReach(policy), PolicyReach(policy))
    for (index, own) in devices.enumerated() {
      var state = InstallationState()
      let properties = own.merging(["appPackageName": "a", "appVersionName": "1.0"]) { own, _ in own }
      state.apply(Fact(revision: 1, time: Self.now, data: EventData.launched(properties)))
      if index < 1 {
        first.record(state, of: ExactString("/\(index)"), at: Self.now)
      } else {
        second.record(state, of: ExactString("/\(index)"), at: Self.now)
      }
    }
    first.add(second)
    let reach = LoggedReach(reach: first, installations: devices.count)
    let found = try #require(reach.findings.first { $0.code.name == "otherPropertyName" })
    #expect(found.what == "The filter `x-role` of `update:1` leaves out 2 installations without this property.")
    #expect(found.why.hasSuffix("with a similar name: the first sends `role` as `staff`"))
    #expect(reach.installations(touchedBy: found) == 2)
  }
}
