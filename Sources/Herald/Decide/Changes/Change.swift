/// A change of one input of a decision.
///
/// To add one, add a case, its line in `Change+Traits.swift`, and its words in `herald why`.
public enum Change: Hashable, Sendable {
  /// The last launch gave this value for a property; nil if it left the property out.
  case property(ExactString, ExactString?)
  /// The app was launched before.
  case launched
  /// No prompt is on the screen.
  case nothingVisible
  /// No push is latched.
  case noLatch
  /// A push is latched.
  case latched
  /// The rule's prompt was never skipped.
  case neverSkipped(ExactString)
  /// The user skipped the rule's prompt, when it offered this version.
  case skipped(ExactString, ExactString)
  /// The rule's prompt was shown this number of times.
  case timesShown(ExactString, Int)
  /// The rule's prompt was shown last at this moment.
  case lastShown(ExactString, Timestamp)
  /// The last showings of the rule's prompt, of this number, did not happen.
  case fewerShowings(ExactString, Int)
  /// The installation was not in the holdout of this name.
  case notHeldOut(ExactString)
  /// The rule's prompt was never shown.
  case neverShown(ExactString)
  /// The decision is asked for at this moment.
  case time(Timestamp)
  /// The decision is asked for with another trigger; for an operation, with its name where a rule names one.
  case trigger(Trigger, operation: ExactString? = nil)
  /// The user is not in the middle of something.
  case notBusy
  /// The policy rolls the rule out to this share, in hundredths of a percent, 0 to 10,000.
  case rollout(ExactString, Int)
  /// The policy has another value for a key of the rule.
  case edited(ExactString, RuleEdit)
  /// The policy does not have this rule.
  case withoutRule(ExactString)
  /// The policy does not have the entry of this rule, which ends the search: every rule of the entry goes with it.
  case withoutEntry(ExactString)
  /// The policy has this rule before all others, with the other rules of its entry where the entry ends the search.
  case first(ExactString)
  /// The policy names no versions under review.
  case withoutReview
  /// The policy's signature never expires.
  case withoutExpiry
  /// The policy is for this app; nil for every app.
  case packageName(ExactString?)

  /// The kinds of changed inputs, the most likely first.
  public enum Scope: String, Hashable, Sendable, CaseIterable {
    case time, trigger, state, property, policy
  }

  /// The kind of the changed input.
  public var scope: Scope { traits.scope }
}

/// Everything that follows from a change, except its words.
struct ChangeTraits {
  /// The change's name in JSON.
  let code: String
  let scope: Change.Scope
  /// The input that is changed; two changes of one input exclude each other.
  let input: Input
  /// The property or rule, and its new value, as JSON has them.
  let subject: ExactString?
  let value: ExactString?
  /// The key of the rule that is edited, as a JSON pointer below the rule; nil for any other change.
  let key: String?
  let apply: (inout Hypothesis) -> Void

  init(
    _ code: String, _ scope: Change.Scope, _ input: Input, of subject: ExactString? = nil,
    key: String? = nil, to value: ExactString? = nil, apply: @escaping (inout Hypothesis) -> Void
  ) {
    self.key = key
    self.code = code
    self.scope = scope
    self.input = input
    self.subject = subject
    self.value = value
    self.apply = apply
  }

  /// A change of a rule's showings and answers.
  static func record(
    _ code: String, _ rule: ExactString, to value: ExactString? = nil,
    _ change: @escaping (inout ShowingRecord) -> Void
  ) -> ChangeTraits {
    ChangeTraits(code, .state, .record(rule), of: rule, to: value) { $0.state.records.update(rule, change) }
  }

  /// A change of the policy in force.
  static func policy(
    _ code: String, _ input: Input, of rule: ExactString? = nil, key: String? = nil, to value: ExactString? = nil,
    _ change: @escaping (Policy) -> Policy
  ) -> ChangeTraits {
    ChangeTraits(code, .policy, input, of: rule, key: key, to: value) { $0.state.policy = $0.state.policy.map(change) }
  }
}

extension Change {
  var traits: ChangeTraits {
    switch self {
    case .property(let name, let value):
      ChangeTraits("property", .property, .property(name), of: name, to: value) { $0.set(name, value) }
    case .launched:
      ChangeTraits("launched", .state, .launch) { $0.state.counts.stored.launches = max(1, $0.state.counts.launches) }
    case .nothingVisible: ChangeTraits("nothingVisible", .state, .screen) { $0.state.visible = nil }
    case .noLatch: ChangeTraits("noLatch", .state, .latch) { $0.state.latch = nil }
    case .latched: ChangeTraits("latched", .state, .latch) { $0.latch() }
    case .neverSkipped(let rule): .record("neverSkipped", rule) { $0.skippedVersion = nil }
    case .skipped(let rule, let version): .record("skipped", rule, to: version) { $0.skippedVersion = version }
    case .timesShown(let rule, let count):
      .record("timesShown", rule, to: ExactString(String(count))) {
        $0.shown = count
        $0.storedShownForTarget = count
      }
    case .lastShown(let rule, let moment):
      .record("lastShown", rule, to: ExactString("\(moment)")) { $0.lastShown = moment }
    case .fewerShowings(let rule, let count):
      ChangeTraits("fewerShowings", .state, .record(rule), of: rule, to: ExactString(String(count))) {
        $0.removeShowings(count, of: rule)
      }
    case .notHeldOut(let name):
      ChangeTraits("notHeldOut", .state, .holdout, of: name) { $0.draw(9999, for: name) }
    case .neverShown(let rule):
      ChangeTraits("neverShown", .state, .record(rule), of: rule) { $0.removeRecord(of: rule) }
    case .time(let moment): ChangeTraits("time", .time, .time, to: ExactString("\(moment)")) { $0.set(moment) }
    case .trigger(let trigger, let operation):
      ChangeTraits("trigger", .trigger, .trigger, to: ExactString(trigger.words(with: operation))) {
        ($0.question.trigger, $0.question.operation) = (trigger, operation)
      }
    case .notBusy: ChangeTraits("notBusy", .trigger, .business) { $0.question.isBusy = false }
    case .rollout(let id, let share):
      .policy("rollout", .rule(id), of: id, to: ExactString(Rule.percentage(share))) { policy in
        policy.with(rules: policy.rules.map { $0.id == id ? Rule($0, rollout: share) : $0 })
      }
    case .edited(let id, let edit):
      .policy("edited", .term(id, edit.key), of: id, key: edit.key, to: edit.value.map { ExactString($0) }) { policy in
        policy.with(rules: policy.rules.map { $0.id == id ? edit.apply(to: $0) : $0 })
      }
    case .withoutRule(let id):
      .policy("withoutRule", .rule(id), of: id) { policy in policy.with(rules: policy.rules.filter { $0.id != id }) }
    case .withoutEntry(let id):
      .policy("withoutEntry", .rule(id), of: id) { policy in
        let entry = policy.entry(of: id)
        return policy.with(rules: policy.rules.filter { !entry.contains($0.id) })
      }
    case .first(let id):
      .policy("first", .order, of: id) { policy in
        let entry = policy.entry(of: id)
        let others = policy.rules.filter { !entry.contains($0.id) }
        return policy.with(rules: policy.rules.filter { entry.contains($0.id) } + others)
      }
    case .withoutExpiry: .policy("withoutExpiry", .signature) { $0.signed(nil) }
    case .withoutReview: .policy("withoutReview", .review) { $0.withoutReview }
    case .packageName(let name): .policy("packageName", .packageName, to: name) { $0.with(packageName: name) }
    }
  }

  /// The input that is changed.
  package var input: Input { traits.input }

  /// The change as JSON names it, the property or rule that it changes, the rule's key, and the new value.
  package var members: (code: String, subject: ExactString?, key: String?, value: ExactString?) {
    let traits = traits
    return (traits.code, traits.subject, traits.key, traits.value)
  }
}

extension Policy {
  /// The rules that a document's entry became, where no later entry is looked at once the entry is for the device; of
  /// any other rule its own id.
  ///
  /// No edit of the document takes one rule of such an entry out and leaves the end of the search behind.
  package func entry(of id: ExactString) -> [ExactString] {
    guard let place = rule(id)?.source.place else { return [id] }
    let members = rules.filter { $0.source.place?.pointer == place.pointer }
    return members.contains { $0.closing == .onDevice } ? members.map(\.id) : [id]
  }

  /// True if the rule is part of an entry after which no later entry is looked at.
  package func endsSearch(with id: ExactString) -> Bool {
    let entry = entry(of: id)
    return rules.contains { $0.closing == .onDevice && entry.contains($0.id) }
  }
}

/// An input of a decision that can change independently of the others.
package enum Input: Hashable, Sendable {
  case property(ExactString)
  case launch, screen, latch, time, trigger, business, review, packageName, order, signature, holdout
  /// A rule's showings and answers.
  case record(ExactString)
  /// A rule's share and place in the policy.
  case rule(ExactString)
  /// A key of a rule in the policy, as a JSON pointer below the rule.
  case term(ExactString, String)
}

/// Values of one property on which a comparison of versions can differ.
package struct PropertySample: Sendable {
  package let property: ExactString
  /// The most likely first.
  package let texts: [String]

  /// Values around a version, by the property that it is compared with.
  static func around(_ version: String, _ property: ExactString) -> PropertySample {
    PropertySample(property: property, texts: SampleVersions.texts(around: version))
  }
}
