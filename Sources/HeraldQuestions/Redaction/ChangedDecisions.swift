package import Herald
package import HeraldLog

/// The decisions that would be others without some properties of the devices.
package struct ChangedDecisions: DecidedFactVisitor {
  private let properties: Set<ExactString>
  private var decisions = 0
  private var changed = 0
  private var installations: Set<ExactString> = []
  /// The first changed decisions.
  private var examples: [(source: ExactString, revision: Int, before: String, after: String)] = []
  /// The states without the properties.
  private var states: [ExactString: InstallationState] = [:]
  private var decider = Decider()

  private static let examplesAtMost = 10

  private init(without properties: [String]) { self.properties = Set(properties.map { ExactString($0) }) }

  /// Replays a ledger twice at once, as it is and without the properties.
  ///
  /// - Parameter progress: called now and then with the part that is done, from 0 to 1.
  /// - Throws: the errors of reading the ledger.
  package static func of(
    _ ledger: LedgerReader, without properties: [String], progress: ((Double) -> Void)? = nil
  ) throws -> ChangedDecisions {
    var visitor = ChangedDecisions(without: properties)
    try ledger.replay(progress: progress, visitor: &visitor)
    return visitor
  }

  package mutating func folded(
    _ fact: Fact, of source: ExactString, to state: InstallationState, decision: Decision?
  ) throws {
    var other = states.removeValue(forKey: source) ?? InstallationState()
    other.apply(without(fact))
    defer { states[source] = other }
    guard let decision else { return }
    decisions += 1
    guard let after = decider.decide(after: fact.data, at: fact.time, of: source, in: other) else { return }
    let (old, new) = (Self.words(decision), Self.words(after))
    guard old != new else { return }
    changed += 1
    installations.insert(source)
    if examples.count < Self.examplesAtMost { examples.append((source, fact.revision, old, new)) }
  }

  package mutating func began(_ source: ExactString, in state: InstallationState) {
    var other = state
    other.profile = without(state.profile)
    states[source] = other
  }

  package mutating func ended(_ source: ExactString, in state: InstallationState) { states[source] = nil }

  private func without(_ fact: Fact) -> Fact {
    guard case .appLaunched(var launch) = fact.data else { return fact }
    launch.profile = without(launch.profile)
    var fact = fact
    fact.data = .appLaunched(launch)
    return fact
  }

  private func without(_ profile: Profile) -> Profile {
    let kept = profile.properties.filter { !properties.contains($0.name) }
    return Profile(kept.map { ($0.name, $0.value) })
  }

  private static func words(_ decision: Decision) -> String {
    decision.prompt.map { "shows \($0.rule)" } ?? "nothing (\(decision.reason.rawValue))"
  }

  /// Describes the changes, a line each.
  package func words(_ style: Style) -> [String] {
    if changed == 0 { return ["\(style.bold("Decisions")) all \(decisions.grouped) stay as they are"] }
    var lines = [
      "\(style.bold("Decisions")) \(changed.grouped) of \(decisions.grouped) rest on what goes, in "
        + "\(installations.count.of("installation", "installations")):"
    ]
    for example in examples {
      lines.append(
        "          \(example.source.string.shown), revision \(example.revision): \(example.before.shown), then "
          + example.after.shown)
    }
    if changed > examples.count { lines.append("          and \((changed - examples.count).grouped) more") }
    return lines
  }

  /// Appends the figures and the first changed decisions.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("decisions", decisions)
      $0.member("changed", changed)
      $0.member("installations", installations.count)
      $0.member("examples", examples) { output, example in
        output.object {
          $0.member("source", example.source)
          $0.member("revision", example.revision)
          $0.member("before", example.before)
          $0.member("after", example.after)
        }
      }
    }
  }
}
