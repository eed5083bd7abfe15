import HeraldTestSupport
import Testing

@testable import Herald

@Suite("What ends a decision")
struct DecisionOrderTests {
  /// The circumstances that may end a decision, each present or not.
  struct Circumstances: Sendable {
    var launched = true
    var visible = false
    var busy = false
    var latched = false
    var pushOnForeground = false
    /// Nil for no policy.
    var policy: Kind? = .plain
    /// The rule passes, or fails its filters.
    var ruleMatches = true

    enum Kind: CaseIterable { case plain, underReview, otherPackage, underReviewOfOtherPackage }

    func state() -> InstallationState {
      var state = InstallationState()
      if launched {
        let properties = ["appPackageName": "a", "appVersionName": "1.0"]
        state.apply(
          Fact(revision: 1, time: DeviceTime(moment: Timestamp(milliseconds: 0)), data: .launched(properties)))
      }
      if visible { state.visible = VisiblePrompt(prompt: "p", rule: "r", kind: .message) }
      if latched { state.latch = Latch(event: "e", url: "https://h/", targetVersion: nil, appVersionName: nil) }
      state.policy = policy.map { kind in
        let isReview = kind == .underReview || kind == .underReviewOfOtherPackage
        let isOther = kind == .otherPackage || kind == .underReviewOfOtherPackage
        let filters = ruleMatches ? [] : [Filter(property: "x", text: "y")]
        return .make(
          [.make("update:1", .force, filters: filters)], packageName: isOther ? "b" : "a",
          review: isReview ? "1.0" : "", pushOnForeground: pushOnForeground)
      }
      return state
    }

    /// The answer according to the contract, step by step.
    func expected(_ trigger: Trigger) -> (reason: DecisionReason, rule: ExactString?) {
      if !launched { return (.notLaunched, nil) }
      if visible { return (.alreadyVisible, nil) }
      if trigger == .heartbeat { return (.silent, nil) }
      if trigger == .foreground && busy { return (.busy, nil) }
      if policy == .underReview || policy == .underReviewOfOtherPackage { return (.underReview, nil) }
      let opens = [.launch, .login, .manual, .operation].contains(trigger)
      if latched && (opens || trigger == .foreground && policy != nil && pushOnForeground) { return (.shown, "push") }
      if policy == nil { return (.noPolicy, nil) }
      if policy == .otherPackage { return (.otherPackage, nil) }
      return ruleMatches ? (.shown, "update:1") : (.noRule, nil)
    }
  }

  @Test("A decision is ended by the first of the contract's steps that applies", arguments: Trigger.allCases)
  func firstApplicableStepEndsADecision(trigger: Trigger) {
    var seen: Set<DecisionReason> = []
    let policies: [Circumstances.Kind?] = [nil] + Circumstances.Kind.allCases
    for policy in policies {
      for bits in 0..<64 {
        let circumstances = Circumstances(
          launched: bits & 1 == 0, visible: bits & 2 != 0, busy: bits & 4 != 0, latched: bits & 8 != 0,
          pushOnForeground: bits & 16 != 0, policy: policy, ruleMatches: bits & 32 == 0)
        let now = DeviceTime(moment: Timestamp(milliseconds: 0))
        let question = Question(trigger: trigger, now: now, source: "/i", isBusy: circumstances.busy)
        var decider = Decider()
        let decision = decider.decide(question, in: circumstances.state())
        let expected = circumstances.expected(trigger)
        #expect(decision.reason == expected.reason, "\(circumstances)")
        #expect(decision.prompt?.rule == expected.rule, "\(circumstances)")
        #expect((decision.prompt != nil) == (decision.reason == .shown))
        seen.insert(decision.reason)
      }
    }
    #expect(seen.count >= (trigger == .heartbeat ? 3 : 7))
  }

  @Test("A busy user is left alone only when the app comes to the foreground", arguments: Trigger.allCases)
  func busyUserIsLeftAloneOnlyInForeground(trigger: Trigger) {
    let now = DeviceTime(moment: Timestamp(milliseconds: 0))
    var decider = Decider()
    let decision = decider.decide(
      Question(trigger: trigger, now: now, source: "/i", isBusy: true), in: Circumstances().state())
    #expect((decision.reason == .busy) == (trigger == .foreground))
  }

  @Test(
    "Versions are under review where the review filter matches them",
    arguments: [
      ("1.0", true), ("1.*", true), ("<2", true), ("!2.0", true), ("!1.0", false), ("2.0, 1.0", true), ("2.0", false),
      ("", false), (" , !", false), ("*", true),
    ])
  func filterNamesVersionsUnderReview(text: String, isUnderReview: Bool) throws {
    var stream = Stream()
    stream.append(.launched(["appVersionName": "1.0"]))
    let policy = Policy.make([.make()], review: text)
    #expect((try stream.ask(policy.fetched()).reason == .underReview) == isUnderReview)
  }

  @Test("An app without a version is under review only where the review filter matches a missing one")
  func missingVersionUnderReviewNeedsAFilter() throws {
    for (text, isUnderReview) in [("''", true), ("<2", false), ("", false)] {
      var stream = Stream()
      stream.append(.launched([:]))
      let policy = Policy.make([.make()], review: text)
      #expect((try stream.ask(policy.fetched()).reason == .underReview) == isUnderReview)
    }
  }
}
