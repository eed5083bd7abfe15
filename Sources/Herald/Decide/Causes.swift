/// The events of a stream that a decision can rest on, kept while the stream is folded.
public struct Causes: Sendable {
  private var launch: EventName?
  /// The event that brought the policy in force.
  public private(set) var policy: EventName?
  /// The push that latched last.
  public private(set) var latch: EventName?
  /// The last showing of any prompt.
  public private(set) var visible: EventName?
  private var showings: [ExactString: EventName] = [:]
  private var skips: [ExactString: EventName] = [:]

  /// An event as an explanation points at it.
  public struct EventName: Hashable, Sendable {
    public let revision: Int
    public let id: ExactString
    public let type: ExactString

    package init(_ event: Event) {
      revision = event.revision
      id = event.id
      type = event.type
    }
  }

  public init() {}

  /// Takes note of an event.
  ///
  /// - Parameters:
  ///   - before: the state before the event.
  ///   - after: the state after it.
  public mutating func note(_ event: Event, before: InstallationState, after: InstallationState) {
    let name = EventName(event)
    switch event.data {
    case .appLaunched: launch = name
    case .fetchSucceeded(let fetch):
      if fetch.status == 200, after.refused == nil { policy = name }
    case .pushReceived:
      if after.latch?.event == event.id, before.latch !== after.latch { latch = name }
    case .promptShown(let showing):
      visible = name
      showings[showing.rule] = name
    case .buttonChosen(let answer):
      if answer.button.string == Button.skip.rawValue, let visible = before.visible, visible.prompt == answer.prompt {
        skips[visible.rule] = name
      }
    default: break
    }
  }

  /// What a decision rests on.
  public struct Because: Hashable, Sendable {
    public let event: EventName
    /// What the event supplied, in words.
    public let supplied: String
  }

  /// The events that an explanation rests on, in the order of the stream.
  public func because(of explanation: Explanation, asking event: Event, in state: InstallationState) -> [Because] {
    let decision = explanation.decision
    var causes = [
      Because(
        event: EventName(event),
        supplied: "asked, with trigger \(decision.question.trigger.rawValue)")
    ]
    func add(_ name: EventName?, _ supplied: String) {
      if let name { causes.append(Because(event: name, supplied: supplied)) }
    }
    if decision.reason == .alreadyVisible { add(visible, "put \(state.visible?.rule ?? "a prompt") on the screen") }
    let looksAtPolicy = [.underReview, .otherPackage, .noRule].contains(decision.reason) || !explanation.rules.isEmpty
    if looksAtPolicy {
      add(launch, "gave the device's properties")
      add(policy, "brought the policy in force, \(state.policy?.digest.string.prefix(19) ?? "")…")
    }
    if decision.prompt?.rule == Prompt.pushRule { add(latch, "latched the update that is shown") }
    for rule in explanation.rules {
      let bases = rule.tests.flatMap(\.comparisons).map(\.basis)
      if bases.contains(.showing) { add(showings[rule.rule.id], "showed \(rule.rule.id) last") }
      if bases.contains(.skip) { add(skips[rule.rule.id], "skipped \(rule.rule.id)") }
    }
    return causes.sorted { $0.event.revision < $1.event.revision }
  }

  /// The event from which something was known; nil where it was none.
  public func event(for basis: Comparison.Basis, rule: ExactString) -> EventName? {
    switch basis {
    case .launch: launch
    case .showing: showings[rule]
    case .skip: skips[rule]
    case .question, .source, .document: nil
    }
  }
}
