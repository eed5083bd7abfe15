package import Herald

/// An event in words.
package struct EventWords {
  /// The event in a few words.
  package let title: String
  /// The event's details and its effect on the state; empty where it has none.
  package let detail: String

  /// - Parameters:
  ///   - before: the state before the event.
  ///   - state: the state after the event.
  package init(_ event: Event, from before: InstallationState, to state: InstallationState) {
    guard let words = event.data.words else {
      title = "unknown event"
      detail = "\(event.type) version \(event.dataVersion): kept, without effect"
      return
    }
    title = words.title
    let ignored = IgnoredEvent(event.data, in: before).map { "ignored: \($0.words(event.data, in: before))" }
    let told: String
    switch event.data {
    case .fetchSucceeded(let fetch): told = words.detail + Self.outcome(of: fetch, state)
    case .pushReceived(let push):
      // The effect before the address, which is long and says little.
      let addressed = push.user.map { " for `\($0.string.shown)`" } ?? ""
      let effect = ignored ?? "asks for an update until it is installed, also while another user is signed in"
      let target = [push.targetVersion, push.url].compactMap { $0?.string }.filter { !$0.isBlank }
      told = "\(push.kind.string)\(addressed), \(effect)" + target.map { " · \($0)" }.joined()
    // The words of the other types are complete, but for an answer that came too late.
    default: told = words.detail + (ignored.map { ", \($0)" } ?? "")
    }
    detail = [told, Self.signedIn(event.data, from: before, to: state)].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The signed-in user after a fetch, in words; empty for other events, and where the user stays the same.
  private static func signedIn(_ data: EventData, from before: InstallationState, to state: InstallationState) -> String
  {
    switch data {
    case .fetchSucceeded, .fetchFailed: if before.user == state.user { return "" }
    default: return ""
    }
    return state.user.map { "`\($0.string.shown)` is signed in" } ?? "nobody is signed in any longer"
  }

  private static func outcome(of fetch: FetchSucceeded, _ state: InstallationState) -> String {
    guard let digest = fetch.digest else { return "" }
    if let refused = state.refused, refused.digest == digest { return " refused: \(refused.reason.rawValue)" }
    return state.policy?.revision.map { ", policy revision \($0)" } ?? ""
  }
}

/// A decision in words.
struct DecisionWords {
  private let decision: Decision
  private let style: Style

  init(_ decision: Decision, _ style: Style) {
    self.decision = decision
    self.style = style
  }

  /// The decision in one line: the prompt, or that nothing is shown and why.
  var line: String {
    guard let prompt = decision.prompt else {
      return style.dim("→ nothing: \(decision.silence)\(failures)")
    }
    let buttons = prompt.buttons.map { "[\($0.rawValue)]" }.joined(separator: " ")
    let title = style.green("→ shows \(prompt.rule.string.shown)") + " (\(prompt.kind.rawValue))"
    let message = " “\(prompt.message.firstLine.shown)”"
    return "\(title)\(message) \(buttons)" + style.dim(failures)
  }

  private var failures: String {
    let failed = decision.considered.compactMap { rule in
      rule.failed.map { "\(rule.rule.id.string.shown): \($0.shortFailure)" }
    }
    return failed.isEmpty ? "" : " (\(failed.joined(separator: ", ")))"
  }
}

/// A state in words, with a line for each value that it has.
package struct StateWords {
  private let state: InstallationState
  private let style: Style

  private let offsetMinutes: Int?

  /// - Parameter offsetMinutes: the device's zone, in which times are written; nil for UTC.
  package init(_ state: InstallationState, offsetMinutes: Int? = nil, _ style: Style) {
    self.offsetMinutes = offsetMinutes
    self.state = state
    self.style = style
  }

  package var lines: [String] {
    var lines: [(String, String)] = []
    if let user = state.user { lines.append(("user", user.string)) }
    lines.append(("policy", policy))
    let house = Set((state.policy?.rules ?? []).flatMap(\.source.houseRules)).sorted()
    if !house.isEmpty { lines.append(("house rules", "\(house.joined(separator: ", ")), set by the app")) }
    if let trust { lines.append(("trust", trust)) }
    if let refused = state.refused {
      lines.append(("refused", "\(refused.digest.shortDigest): \(refused.reason.rawValue)"))
    }
    if let check = state.lastCheck {
      lines.append(("last check", clock(check) + (state.failures > 0 ? ", \(state.failures) failed since" : "")))
    }
    if let latch = state.latch {
      let target = latch.targetVersion.map { " until version \($0)" } ?? " until the version changes"
      lines.append(("latched push", "\(latch.event)\(target), \(latch.url)"))
    }
    if let visible = state.visible { lines.append(("on the screen", "\(visible.rule), \(visible.kind.rawValue)")) }
    for entry in state.records.entries {
      let deferrals = state.policy?.rule(entry.rule)?.pacing.deadline?.deferrals
      lines.append((entry.rule.string, record(entry.record, deferrals)))
    }
    lines.append(("counts", counts))
    return lines.map { "\(style.dim($0.shown.padded(to: 14))) \($1.shown)" }
  }

  private func clock(_ moment: Timestamp) -> String {
    offsetMinutes.map { DeviceTime(moment: moment, offsetMinutes: $0).words } ?? "\(moment)"
  }

  private var policy: String {
    guard let policy = state.policy else { return "none" }
    return "\(policy.format) \(policy.digest.shortDigest)" + (policy.revision.map { ", policy revision \($0)" } ?? "")
  }

  /// - Parameter deferrals: the most that the rule's deadline allows; nil where it counts none.
  private func record(_ record: ShowingRecord, _ deferrals: Int?) -> String {
    var parts = ["shown \(record.shown.of("time", "times"))"]
    if let last = record.lastShown { parts.append("last \(clock(last))") }
    if let button = record.lastButton { parts.append("answered \(button)") }
    if let skipped = record.skippedVersion { parts.append("skips \(skipped)") }
    if let deferrals {
      parts.append("put off \(record.deferrals) of \(deferrals.of("time", "times"))")
    } else if record.deferrals > 0 {
      parts.append("put off \(record.deferrals.of("time", "times"))")
    }
    return parts.joined(separator: ", ")
  }

  /// The keys that signed the policy and the end of the signature, or that no key can; nil for an app that trusts no keys.
  private var trust: String? {
    guard let trust = state.trust else { return nil }
    if let fault = trust.fault { return fault }
    let keys = "\(trust.threshold) of \(trust.keys.count.of("key", "keys"))\(trust.isRequired ? "" : ", not required")"
    guard let signature = state.policy?.signature else { return state.policy == nil ? keys : "\(keys); unsigned" }
    let signers = signature.keys.map(\.shortText).joined(separator: ", ")
    return "\(keys); signed by \(signers)" + (signature.promises.expires.map { " until \(clock($0))" } ?? "")
      + (signature.isRenewed ? ", renewed" : "")
  }

  private var counts: String {
    let counts = state.counts
    let all = [
      (counts.launches, "launch", "launches"), (counts.returns, "return", "returns"),
      (counts.operations, "operation", "operations"), (counts.strayButtons, "stray button", "stray buttons"),
      (counts.ignoredPushes, "ignored push", "ignored pushes"), (counts.clockSteps, "clock step", "clock steps"),
      (counts.unknownEvents, "unknown event", "unknown events"),
    ]
    let some = all.filter { $0.0 > 0 }.map { $0.0.of($0.1, $0.2) }
    return some.isEmpty ? "none" : some.joined(separator: ", ")
  }
}
