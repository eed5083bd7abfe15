import Herald
import HeraldFormats

/// Searches logs of obedient apps that prove what the classes of devices leave open.
struct WitnessSearch {
  let devices: DocumentDevices
  private let reading: Reading
  /// Number of witnesses so far, for their names.
  private var found = 0

  /// The most cases in which a device is tried for one claim.
  private static let mostCases = 40
  /// The most showings of other rules in one log.
  private static let mostShowings = 100
  /// The most rules of a document whose pairs are searched.
  private static let mostPaired = 100

  private static let nothingFound =
    "no log of up to \(mostShowings) showings was found in \(mostCases) kinds of moments, and nothing rules it out"

  init(_ devices: DocumentDevices) {
    self.devices = devices
    reading = .accepted(devices.policy)
  }

  private var policy: Policy { devices.policy }

  // MARK: Answers

  /// The reason why pairs are missing, as a clause; nil if none are.
  var limitOfPairs: String? {
    policy.rules.count <= Self.mostPaired
      ? nil
      : "pairs of rules are looked for among up to \(Self.mostPaired) rules, and there are \(policy.rules.count.grouped)"
  }

  /// The answer whether a rule can be shown.
  mutating func rule(_ index: Int) -> AnalyzeAnswer.RuleAnswer {
    let rule = policy.rules[index]
    var isPossible = false
    var isTooMuch = false
    var places: [(known: DocumentDevices.Case, boxes: [DeviceBox])] = []
    for known in devices.cases {
      let boxes = devices.possible(index, in: known)
      guard !boxes.isEmpty else { continue }
      isPossible = true
      guard let rest = devices.rest(index, in: known) else {
        isTooMuch = true
        continue
      }
      if !rest.isEmpty { places.append((known, rest)) }
    }
    func isShown(_ decision: Decision, _: InstallationState, _: Question) -> Bool { decision.prompt?.rule == rule.id }
    if let witness = witness(in: places, for: index, isShown) { return shown(rule, witness) }
    // A skip may silence the rule too, so devices are tried on which no earlier rule has to be used up.
    let alone = devices.cases.compactMap { known in
      devices.reachedFirst(devices.possible(index, in: known), before: index, in: known)
        .flatMap { $0.isEmpty ? nil : (known: known, boxes: $0) }
    }
    if let witness = witness(in: alone, for: index, isShown) { return shown(rule, witness) }
    if let limit = AnalysisWork.limit { return AnalyzeAnswer.RuleAnswer(rule: rule, verdict: .notDecided(limit)) }
    if devices.isForNobody(index) { return AnalyzeAnswer.RuleAnswer(rule: rule, verdict: .never(.contradiction)) }
    let limit = isTooMuch ? "the devices that earlier rules leave need too many cases" : nil
    if let limit = limit ?? devices.rules[index].limit ?? devices.limit {
      return AnalyzeAnswer.RuleAnswer(rule: rule, verdict: .notDecided(limit))
    }
    if !places.isEmpty {
      return AnalyzeAnswer.RuleAnswer(
        rule: rule, verdict: .notDecided(Self.nothingFound))
    }
    let reason: AnalyzeAnswer.Reason =
      isPossible ? .covered(devices.covering(index).map { policy.rules[$0].id }) : .contradiction
    return AnalyzeAnswer.RuleAnswer(rule: rule, verdict: .never(reason))
  }

  /// The answer for a rule that a log shows.
  func shown(_ rule: Rule, _ witness: AnalyzeWitness) -> AnalyzeAnswer.RuleAnswer {
    RuleEnds(devices).ended(AnalyzeAnswer.RuleAnswer(rule: rule, verdict: .shown(witness)))
  }

  /// The pairs of rules that both pass on a device, where the earlier one is shown.
  mutating func pairs() -> [AnalyzeAnswer.Pair] {
    guard policy.rules.count <= Self.mostPaired else { return [] }
    var pairs: [AnalyzeAnswer.Pair] = []
    for later in policy.rules.indices {
      for earlier in 0..<later {
        if let pair = pair(earlier, later) { pairs.append(pair) }
      }
    }
    return pairs
  }

  private mutating func pair(_ earlier: Int, _ later: Int) -> AnalyzeAnswer.Pair? {
    let (wins, loses) = (policy.rules[earlier], policy.rules[later])
    var places: [(known: DocumentDevices.Case, boxes: [DeviceBox])] = []
    for known in devices.cases {
      guard AnalysisWork.spend(1) else { break }
      let laters = devices.possible(later, in: known)
      let both = devices.possible(earlier, in: known).flatMap { own in laters.compactMap { own.intersection($0) } }
      guard !both.isEmpty, let rest = devices.rest(of: both, before: earlier, in: known), !rest.isEmpty else {
        continue
      }
      places.append((known, rest))
      if places.count == 20 { break }
    }
    let policy = policy
    func isPair(_ decision: Decision, _ state: InstallationState, _ question: Question) -> Bool {
      decision.prompt?.rule == wins.id && policy.passes(later, question, in: state)
    }
    if let witness = witness(in: places, for: earlier, alsoReaching: later, isPair) {
      return AnalyzeAnswer.Pair(wins: wins, loses: loses, winner: earlier, witness: witness)
    }
    // Using up a rule before both may use up what both share, so devices are tried next that reach both first.
    let alone = places.map { place in
      (known: place.known, boxes: devices.reachedFirst(place.boxes, before: earlier, in: place.known) ?? [])
    }
    return witness(in: alone.filter { !$0.boxes.isEmpty }, for: earlier, alsoReaching: later, isPair)
      .map { AnalyzeAnswer.Pair(wins: wins, loses: loses, winner: earlier, witness: $0) }
  }

  /// The rules whose tests all pass on a device but the text.
  mutating func withoutText() -> [(rule: Rule, witness: AnalyzeWitness)] {
    var answers: [(rule: Rule, witness: AnalyzeWitness)] = []
    for index in policy.rules.indices {
      let rule = policy.rules[index]
      let boxes = devices.asked(of: devices.rules[index].withoutText.compactMap { devices.space.box($0) })
      guard !boxes.isEmpty else { continue }
      var places: [(known: DocumentDevices.Case, boxes: [DeviceBox])] = []
      for known in devices.cases where known.chances[index].contains(where: { $0 != .never }) {
        if let rest = devices.rest(of: boxes, before: index, in: known), !rest.isEmpty { places.append((known, rest)) }
      }
      let witness = witness(in: places, for: index) { decision, _, _ in
        decision.considered.contains { $0.rule.id == rule.id && $0.failed == .text }
      }
      if let witness { answers.append((rule, witness)) }
    }
    return answers
  }

  /// The forces and exits that lead nowhere on a device.
  mutating func leadingNowhere(_ rules: [AnalyzeAnswer.RuleAnswer]) -> [(rule: Rule, witness: AnalyzeWitness)] {
    var answers: [(rule: Rule, witness: AnalyzeWitness)] = []
    for (index, answer) in rules.enumerated() where answer.rule.mayBlock && answer.witness != nil {
      let rule = answer.rule
      let places = devices.cases.compactMap { known in
        devices.rest(index, in: known)
          .flatMap { $0.isEmpty ? nil : (known: known, boxes: $0) }
      }
      func isNowhere(_ decision: Decision, _ state: InstallationState, _: Question) -> Bool {
        guard let prompt = decision.prompt, prompt.rule == rule.id else { return false }
        return prompt.kind.isBlocking && prompt.leadsNowhere(on: state.profile)
      }
      var witness: AnalyzeWitness?
      for system in Self.systems where witness == nil && rule.destinations.mayLeadNowhere(on: system) {
        witness = self.witness(in: places, for: index, on: system, isNowhere)
      }
      // A rule may be for devices without a system, or with another one.
      if witness == nil, rule.destinations.mayLeadNowhere(on: nil) {
        witness = self.witness(in: places, for: index, isNowhere)
      }
      if let witness { answers.append((rule, witness)) }
    }
    return answers
  }

  // MARK: Logs

  private static let systems = [
    "ios", "android", "macos", "windows", "linux", "ipados", "tvos", "watchos", "visionos",
  ]

  /// A log in which something holds at a decision, of a device of a system.
  private mutating func witness(
    in places: [(known: DocumentDevices.Case, boxes: [DeviceBox])], for index: Int, on system: String,
    _ holds: (Decision, InstallationState, Question) -> Bool
  ) -> AnalyzeWitness? {
    let fixed: [ExactString: String] = [.deviceOsName: system]
    let own = places.compactMap { place in devices.space.keeping(fixed, in: place.boxes).map { (place.known, $0) } }
    return witness(in: own, for: index, with: fixed, holds)
  }

  /// A log in which something holds at a decision, of the first device and occasion that have one.
  ///
  /// - Parameters:
  ///   - index: the rule that the log is about; those before it are in its way.
  ///   - other: another rule that the device is to be drawn for.
  ///   - fixed: values that the device has in any case.
  private mutating func witness(
    in places: [(known: DocumentDevices.Case, boxes: [DeviceBox])], for index: Int, alsoReaching other: Int? = nil,
    with fixed: [ExactString: String] = [:], _ holds: (Decision, InstallationState, Question) -> Bool
  ) -> AnalyzeWitness? {
    var impossible: [(profile: Profile, occasion: Occasion)] = []
    func log(of profile: Profile, at occasion: Occasion) -> AnalyzeWitness? {
      for variant in policy.drawsOfVariants {
        let draws = policy.draws(
          reaching: [index] + [other].compactMap(\.self), isManual: occasion.trigger == .manual, variant: variant)
        if let witness = self.log(of: profile, draws, at: occasion, holds) { return witness }
      }
      return nil
    }
    for (known, boxes) in places.prefix(Self.mostCases) {
      guard let profile = devices.space.device(in: boxes, of: policy.packageName, with: fixed) else { continue }
      if profile.flaw != nil {
        impossible.append((profile, known.occasion))
      } else if let witness = log(of: profile, at: known.occasion) {
        return witness
      }
    }
    for (profile, occasion) in impossible { if let witness = log(of: profile, at: occasion) { return witness } }
    return nil
  }

  /// The log of a device that is asked on an occasion, and uses up whatever else is shown.
  private mutating func log(
    of profile: Profile, _ draws: Draws?, at occasion: Occasion,
    _ holds: (Decision, InstallationState, Question) -> Bool
  ) -> AnalyzeWitness? {
    guard AnalysisWork.spend(devices.document.stepsOfLife) else { return nil }
    var app = ObedientApp(source: ExactString("/analyze/\(found + 1)"), at: occasion.time)
    app.launch(profile, drawing: draws)
    app.fetch(devices.document, reading, occasion.trigger)
    if FetchTrigger(rawValue: occasion.trigger.rawValue) == nil { app.ask(occasion.trigger, occasion.operation) }
    for _ in 0...Self.mostShowings {
      guard AnalysisWork.spend(devices.document.stepsOfAnswer) else { return nil }
      guard let decision = app.decision else { return nil }
      if holds(decision, app.state, decision.question) {
        let witness = AnalyzeWitness(source: app.source, revision: decision.revision, events: app.events)
        // Nothing is told that a reader of the log would not see.
        guard let again = witness.replayed(knowing: devices.known),
          holds(again.decision, again.state, again.decision.question)
        else {
          return nil
        }
        found += 1
        return witness
      }
      guard let prompt = decision.prompt, let button = Self.button(usingUp: prompt) else { return nil }
      app.show(prompt, choosing: button)
      app.ask(occasion.trigger, occasion.operation)
    }
    return nil
  }

  /// The button after which a prompt comes again as late as can be; nil for a prompt that always comes again.
  private static func button(usingUp prompt: Prompt) -> Button? {
    [.skip, .later, .dismiss].first(where: prompt.buttons.contains)
  }
}

extension Rule {
  /// True if a variant may have a text where the rule's own texts have none, so that it decides whether the rule is shown.
  fileprivate var isShownByVariant: Bool {
    descriptions.besideOwnMessage == nil && !descriptions.entries.contains { $0.key == "*" }
      && pacing.variants.contains { !$0.descriptions.entries.isEmpty }
  }
}

extension Policy {
  /// Numbers to draw for variants, each of them tried; one where no variant decides what is shown.
  fileprivate var drawsOfVariants: [Int] {
    rules.contains(where: \.isShownByVariant) ? [0, 2_500, 5_000, 7_500, 9_999] : [0]
  }

  /// Draws with which a device is reached by some rules, and by as few of the others as can be; nil where nothing is
  /// drawn.
  fileprivate func draws(reaching indices: [Int], isManual: Bool, variant: Int) -> Draws? {
    let wanted = indices.map { rules[$0] }
    let needsOut = !isManual && wanted.contains { !$0.kind.isBlocking && $0.pacing.deadline == nil }
    let held = Set(wanted.flatMap { [$0.pacing.attention?.holdout, $0.pacing.holdout].compactMap { $0?.id } })
    var numbers: [ExactString: Int] = [:]
    for draw in draws {
      switch draw {
      case .rollout(let rule): numbers[draw.name] = wanted.contains { $0.id == rule } ? 0 : 9_999
      case .holdout(let id): numbers[draw.name] = needsOut && held.contains(id) ? 9_999 : 0
      case .variant: numbers[draw.name] = variant
      }
    }
    return numbers.isEmpty ? nil : Draws(numbers)
  }

  /// True if a rule passes all its tests, whether it is shown or not.
  fileprivate func passes(_ index: Int, _ question: Question, in state: InstallationState) -> Bool {
    // A device of a system may have a list of its own.
    let first = ruleLists.first { $0.rules.contains(index) }?.rules.lowerBound ?? 0
    guard let policy = state.policy?.shared, policy.rules.indices.contains(index - first) else { return false }
    let rule = policy.rules[index - first]
    var context = RuleContext(question, in: state, DeviceVerdicts(of: state, under: policy))
    context.turn(to: rule, at: index - first)
    return rule.id == rules[index].id && rule.firstFailure(in: context) == nil
  }
}
