package import Herald

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
    for entry in state.records.entries { lines.append((entry.rule.string, record(entry.record))) }
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

  private func record(_ record: ShowingRecord) -> String {
    var parts = ["shown \(record.shown.of("time", "times"))"]
    if let last = record.lastShown { parts.append("last \(clock(last))") }
    if let button = record.lastButton { parts.append("answered \(button)") }
    if let skipped = record.skippedVersion { parts.append("skips \(skipped)") }
    return parts.joined(separator: ", ")
  }

  /// The keys that signed the policy, and the end of the signature; nil for an app that trusts no keys.
  private var trust: String? {
    guard let trust = state.trust else { return nil }
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
