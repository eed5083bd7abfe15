import Herald

/// One change of a hypothesis, in words and as JSON.
struct ChangeWords {
  private let change: Change
  private let state: InstallationState
  private let question: Question

  init(_ change: Change, in found: DecisionFinder.Found) {
    self.change = change
    state = found.step.state
    question = found.decision.question
  }

  /// The end of the sentence that begins with `It would have been shown if`.
  var words: String {
    switch change {
    case .property(let name, let value): property(name, value)
    case .launched: "the app had been launched"
    case .nothingVisible: "no prompt had been on the screen"
    case .noLatch: "no push had asked for an update"
    case .latched: "a push had asked for an update that is still missing"
    case .neverSkipped(let rule): "the user had never skipped \(rule.string.shown)"
    case .skipped(let rule, let version): "the user had skipped \(version.string.shown) of \(rule.string.shown)"
    case .timesShown(let rule, let count):
      "\(rule.string.shown) had been shown \(count.of("time", "times")) instead of \(shown(rule).grouped)"
    case .lastShown(let rule, let moment):
      moment == question.now.moment
        ? "\(rule.string.shown) had been shown just now" : "\(rule.string.shown) had last been shown at \(at(moment))"
    case .fewerShowings(let rule, let count):
      "\(rule.string.shown) had been shown \(count == 1 ? "once" : "\(count) times") less"
    case .notHeldOut(let name): "the installation had not been held out: in \(name.string.shown)"
    case .neverShown(let rule): "\(rule.string.shown) had never been shown"
    case .time(let moment): "it had been asked at \(at(moment)) (\(distance(to: moment)))"
    case .trigger(let trigger, let operation):
      "the trigger had been \(trigger.words(with: operation).shown) instead of "
        + question.trigger.words(with: question.operation).shown
    case .notBusy: "the user had not been busy"
    case .rollout(let rule, let hundredths):
      "\(rule.string.shown) were rolled out to \(Rule.percent(hundredths)) or more"
    case .edited(let rule, let edit): edited(rule, edit)
    case .withoutRule(let rule): "the policy had no \(rule.string.shown), which comes before it"
    case .withoutEntry(let rule): "the policy had no entry with \(entry(rule)), which comes before it"
    case .first(let rule): "the policy had \(entry(rule)) before all other rules"
    case .withoutExpiry: "the policy had been signed again in time"
    case .withoutReview: "the policy had not said that this version is under review"
    case .packageName(let name): "the policy had been for \(name.map { "`\($0.string.shown)`" } ?? "any app")"
    }
  }

  /// The rules of a rule's entry.
  private func entry(_ rule: ExactString) -> String {
    (state.policy?.entry(of: rule) ?? [rule]).map(\.string.shown).joined(separator: " and ")
  }

  private func property(_ name: ExactString, _ value: ExactString?) -> String {
    let was = state.profile[name].map { " instead of `\($0.string.shown)`" }
    guard let value else { return "the device had given no `\(name.string.shown)`\(was ?? "")" }
    return "`\(name.string.shown)` had been `\(value.string.shown)`\(was ?? " (it was missing)")"
  }

  /// An edit of the policy, with the value that stands there now.
  private func edited(_ rule: ExactString, _ edit: RuleEdit) -> String {
    let terms = state.policy?.rule(rule)?.terms ?? []
    let was = terms.first { $0.key == edit.key }.map { ", not \($0.text.shown)" } ?? ""
    let name = "the policy's \(rule.string.shown)"
    return switch edit {
    case .maxDisplayCount(let count): "\(name) had `maxDisplayCount` \(count) or more\(was)"
    case .displayPeriod(let hours): "\(name) had `displayPeriodInHours` \(hours) or less\(was)"
    case .releasedFor(let days?): "\(name) had `releasedForDays` \(days) or less\(was)"
    case .releasedFor(nil): "\(name) had no `releasedForDays`\(was)"
    case .displayAfter(let moment): "\(name) began on \(at(moment)) or earlier\(was)"
    case .displayBefore(let moment): "\(name) ended on \(at(moment)) or later\(was)"
    case .filter(let property, let text?): "\(name) had the filter `\(property.string.shown)` `\(text.shown)`\(was)"
    case .filter(let property, nil): "\(name) had no filter on `\(property.string.shown)`\(was)"
    case .textForEveryLanguage: "\(name) had a text for every other language, under `*`"
    }
  }

  private func shown(_ rule: ExactString) -> Int { state.records[rule]?.shown ?? 0 }

  /// A moment on the device's clock.
  private func at(_ moment: Timestamp) -> String {
    DeviceTime(moment: moment, offsetMinutes: question.now.offsetMinutes).words
  }

  private func distance(to moment: Timestamp) -> String {
    let milliseconds = moment.milliseconds - question.now.moment.milliseconds
    return LengthOfTime.words(abs(milliseconds)) + (milliseconds < 0 ? " earlier" : " later")
  }

  /// Appends `{"scope":…,"change":…,"of":…,"key":…,"to":…}`: `of` is the property or rule, `key` the edited key of the
  /// rule, which other changes lack, and `to` the new value, null without one.
  func write(into output: inout JSONWriter) {
    let members = change.members
    output.object {
      $0.member("scope", word: change.scope)
      $0.member("change", members.code)
      $0.member("of", members.subject)
      if let key = members.key { $0.member("key", key) }
      $0.member("to", members.value)
    }
  }
}
