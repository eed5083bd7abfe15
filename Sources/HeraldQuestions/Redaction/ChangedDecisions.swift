public import Herald
import HeraldLog

/// A question about properties of devices: which decisions would be others without them (`herald forget --property`)?
///
/// ```swift
/// let events = try LoggedEvents(path: "fleet.sqlite")
/// let answer = try ChangedDecisionsQuestion(without: [.deviceModel]).answer(in: events)
/// print(answer.words)
/// ```
public struct ChangedDecisionsQuestion: LogQuestion, Sendable {
  /// The names of the properties.
  public var properties: Set<ExactString>

  /// Asks about the decisions without some properties.
  public init(without properties: Set<ExactString>) { self.properties = properties }

  /// Reads the events once, and decides twice: as they are, and without the properties.
  ///
  /// - Throws: what reading the log throws.
  public func answer(in events: LoggedEvents) throws -> ChangedDecisionsAnswer {
    var visitor = ChangedDecisions(without: properties)
    try events.unread().replay(visitor: &visitor)
    return ChangedDecisionsAnswer(changes: visitor)
  }
}

/// The decisions that would be others.
public struct ChangedDecisionsAnswer: LogAnswer {
  fileprivate let changes: ChangedDecisions

  /// A line with the figures and the first ten changed decisions.
  public var json: String {
    var output = JSONWriter()
    write(into: &output)
    output.raw("\n")
    return output.string
  }

  /// The figures and the first ten changed decisions.
  public var words: String { words(.plain).map { $0 + "\n" }.joined() }

  /// Describes the changes, a line each.
  package func words(_ style: Style) -> [String] { changes.words(style) }

  /// Appends the figures and the first changed decisions.
  package func write(into output: inout JSONWriter) { changes.write(into: &output) }
}

/// Follows the decisions that would be others without some properties of the devices.
private struct ChangedDecisions: ReplayVisitor {
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

  init(without properties: Set<ExactString>) { self.properties = properties }

  mutating func visit(_ moment: inout ReplayMoment) {
    let (fact, source) = (moment.fact, moment.source)
    var other = states.removeValue(forKey: source) ?? InstallationState()
    other.apply(without(fact))
    defer { states[source] = other }
    guard let decision = moment.decision else { return }
    decisions += 1
    guard let after = decider.decide(after: fact.data, at: fact.time, of: source, in: other) else { return }
    let (old, new) = (Self.words(decision), Self.words(after))
    guard old != new else { return }
    changed += 1
    installations.insert(source)
    if examples.count < Self.examplesAtMost { examples.append((source, fact.revision, old, new)) }
  }

  mutating func began(_ source: ExactString, in state: InstallationState) {
    var other = state
    other.profile = without(state.profile)
    states[source] = other
  }

  mutating func ended(_ source: ExactString, in state: InstallationState) { states[source] = nil }

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
  func words(_ style: Style) -> [String] {
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
  func write(into output: inout JSONWriter) {
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
