package import Herald

/// The policies that the installations of a fleet hold at their ends, and the installations whose last fetches failed.
package struct FleetHolding: Sendable {
  /// The policy that some installations have in force.
  package struct Held: Hashable, Sendable {
    /// The document's digest; nil for no policy.
    package let digest: ExactString?
    /// The document's own revision; nil where it has none.
    package let revision: Int?
    /// The format's word; nil for no policy.
    package let format: ExactString?

    /// The policy's own number and its digest; `none` for no policy.
    package var name: String {
      guard let digest else { return "none" }
      return revision.map { "policy revision \($0) (\(digest.shortDigest))" } ?? digest.shortDigest
    }
  }

  /// The installations whose last fetches failed, the last one for one reason.
  package struct Failing: Sendable {
    /// How many there are.
    package fileprivate(set) var installations = 0
    /// The earliest first failure in a row; nil where the events that would tell were forgotten, or have no time.
    package fileprivate(set) var since: Timestamp?

    fileprivate static func += (left: inout Self, right: Self) {
      left.installations += right.installations
      left.since = [left.since, right.since].compactMap(\.self).min()
    }
  }

  private var held: [Held: Int] = [:]
  /// By the reason of the last failure; nil where it was forgotten.
  private var failing: [ExactString?: Failing] = [:]
  /// The failures in a row of installations that have not ended.
  private var open: [ExactString: FetchFailures] = [:]

  /// Begins before any event.
  package init() {}

  /// Takes note of an event, and of the state after it.
  package mutating func record(_ fact: Fact, of source: ExactString, in state: InstallationState) {
    open[source, default: FetchFailures()].record(fact.data, at: fact.time, failures: state.failures)
  }

  /// Counts an installation at its end.
  package mutating func ended(_ source: ExactString, in state: InstallationState) {
    let policy = state.policy
    held[Held(digest: policy?.digest, revision: policy?.revision, format: policy?.format), default: 0] += 1
    let failure = open.removeValue(forKey: source)
    guard state.failures > 0 else { return }
    let since = failure?.since.flatMap { $0.isMissing ? nil : $0.moment }
    failing[failure?.reason, default: Failing()] += Failing(installations: 1, since: since)
  }

  /// Adds the installations of another part of the log.
  package mutating func add(_ other: Self) {
    held.merge(other.held, uniquingKeysWith: +)
    for (reason, failures) in other.failing { failing[reason, default: Failing()] += failures }
  }

  /// All installations that ended.
  package var installations: Int { held.values.reduce(0, +) }

  /// The installations whose last fetches failed.
  package var failingInstallations: Int { failing.values.reduce(0) { $0 + $1.installations } }

  /// The policies with the number of installations, the most first, then by digest; no policy last among equals.
  package var policies: [(held: Held, installations: Int)] {
    held.map { (held: $0.key, installations: $0.value) }.sorted { left, right in
      if left.installations != right.installations { return left.installations > right.installations }
      guard let own = left.held.digest, let other = right.held.digest else { return left.held.digest != nil }
      return (own, left.held.format ?? "") < (other, right.held.format ?? "")
    }
  }

  /// The failures by reason, the most installations first, then by reason; a forgotten one last among equals.
  package var failures: [(reason: ExactString?, failing: Failing)] {
    failing.map { (reason: $0.key, failing: $0.value) }.sorted { left, right in
      let (own, other) = (left.failing.installations, right.failing.installations)
      if own != other { return own > other }
      guard let own = left.reason, let other = right.reason else { return left.reason != nil }
      return own < other
    }
  }
}

/// The holding in words and as JSON.
extension FleetHolding {
  /// Appends `"policies":[…],"failing":[…]`.
  package func write(into output: inout JSONWriter) {
    output.member("policies", policies) { output, policy in
      output.object {
        $0.member("digest", policy.held.digest)
        $0.member("revision", policy.held.revision)
        $0.member("format", policy.held.format)
        $0.member("installations", policy.installations)
      }
    }
    output.member("failing", failures) { output, failure in
      output.object {
        $0.member("reason", failure.reason)
        $0.member("installations", failure.failing.installations)
        $0.member("since", failure.failing.since)
      }
    }
  }

  /// The most policies and reasons that words name.
  private static let mostNamed = 8

  /// A sentence on the policies in force, and one on fetches that fail; the second only where some do.
  package var sentences: [String] {
    let held = Self.list(
      policies.map { "\($0.held.name) on \($0.installations.grouped)" })
    let failures = Self.list(
      failures.map { failure in
        let since = failure.failing.since.map { ", since \($0)" } ?? ""
        return "\(failure.reason?.string.shown ?? "for a forgotten reason") on \(failure.failing.installations.grouped)"
          + since
      })
    let inForce = policies.isEmpty ? [] : ["In force at the end: \(held)."]
    return inForce + (failing.isEmpty ? [] : ["The last fetch failed, by reason: \(failures)."])
  }

  private static func list(_ parts: [String]) -> String {
    let more = parts.count > mostNamed ? ["\((parts.count - mostNamed).grouped) more"] : []
    return (parts.prefix(mostNamed) + more).joined(separator: "; ")
  }
}
