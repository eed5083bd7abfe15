/// Forces and exits are shown at every trigger, optional updates and messages only where they don't interrupt.
enum TriggerTest: RuleCheck {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing Situation, _ witness: inout W) -> Bool {
    let trigger = situation.question.trigger
    let allowed = rule.kind.triggers
    let passed = allowed.contains(trigger)
    witness.record(
      Comparison(
        "trigger", found: trigger.rawValue,
        wanted: allowed.count == Trigger.allCases.count
          ? "any: \(rule.kind == .exit ? "exit" : "forced") rules accept every trigger"
          : Trigger.allCases.filter(allowed.contains).map(\.rawValue).joined(separator: ", "),
        passed: passed, basis: .question))
    return passed
  }

  static func inputs(of rule: Rule) -> [Input] { [.trigger] }
  static var asksDeviceAlone: Bool { false }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .state }

  static func samples(for rule: Rule) -> [PropertySample] { [] }
  /// Every trigger, whatever the rule is.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }
  /// Nil, because two rules are only compared at the triggers of both.
  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static var documentKeys: [String] { [] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] { [] }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    "is \(rule.kind == .message ? "a message" : "an optional update"), which is not shown at this trigger "
      + "(\(comparison.found.shown))"
  }

  static var shortFailure: String { "not at this trigger" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The rule's kind is not shown at this trigger.",
      when:
        "An optional update is asked for at a return, an operation or a heartbeat; a message also at a manual check.",
      fix: "Wait for a launch, a login or a scheduled check, or make the rule a forced one.")
  }
}

extension PromptKind {
  /// The triggers at which a prompt of this kind may be shown.
  package var triggers: Triggers {
    switch self {
    case .exit, .force: .all
    case .optional: .optional
    case .message: .message
    }
  }

  /// A set of triggers.
  package struct Triggers: Sendable {
    private let bits: UInt8
    let count: Int

    private init(_ triggers: [Trigger]) {
      bits = triggers.reduce(0) { $0 | Self.bit($1) }
      count = triggers.count
    }

    static let all = Triggers(Trigger.allCases)
    static let optional = Triggers([.launch, .login, .schedule, .manual])
    static let message = Triggers([.launch, .login, .schedule])

    func contains(_ trigger: Trigger) -> Bool { bits & Self.bit(trigger) != 0 }

    package func isSuperset(of other: Self) -> Bool { bits & other.bits == other.bits }

    private static func bit(_ trigger: Trigger) -> UInt8 {
      switch trigger {
      case .launch: 1
      case .login: 2
      case .schedule: 4
      case .heartbeat: 8
      case .manual: 16
      case .foreground: 32
      case .operation: 64
      }
    }
  }
}
