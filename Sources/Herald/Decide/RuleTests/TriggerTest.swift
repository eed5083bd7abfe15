/// Forces and exits are shown at every trigger, optional updates and messages only where they don't interrupt.
enum TriggerTest: RuleTestDefinition {
  static func passes<W: Witness>(_ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W) -> Bool {
    if rule.pacing.triggers != nil, situation.kind == rule.kind { return isAsked(rule, in: situation, &witness) }
    let trigger = situation.question.trigger
    let allowed = situation.kind.triggers
    let passed = allowed.contains(trigger)
    witness.record(
      Comparison(
        "trigger", found: trigger.rawValue,
        wanted: allowed.count == Trigger.allCases.count
          ? "any: \(situation.kind == .exit ? "exit" : "forced") rules accept every trigger"
          : Trigger.allCases.filter(allowed.contains).map(\.rawValue).joined(separator: ", "),
        passed: passed, basis: .question))
    return passed
  }

  /// True if the triggers that the rule names contain the question's. A separate function, because few rules name any.
  @inline(never)
  private static func isAsked<W: Witness>(
    _ rule: Rule, in situation: borrowing RuleContext, _ witness: inout W
  ) -> Bool {
    guard let triggers = rule.pacing.triggers else { return true }
    let passed = triggers.contain(situation.question)
    witness.record(
      Comparison(
        "trigger", found: situation.question.triggerWords, wanted: triggers.words, passed: passed, key: "/triggers",
        basis: .question))
    return passed
  }

  static func inputs(of rule: Rule) -> [Input] { [.trigger] }
  static var asksDeviceAlone: Bool { false }
  static func instants(of rule: Rule, for question: Question, in state: InstallationState) -> [Timestamp] { [] }
  static func redactable(in rule: Rule, from original: Profile, to redacted: Profile) -> RedactableInput { .state }

  /// Every trigger, whatever the rule is.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }
  /// Nil, because two rules are only compared at the triggers of both.
  static func gap(in rule: Rule, before later: Rule) -> Gap? { nil }

  static var documentKeys: [String] { ["triggers"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    rule.pacing.triggers.map { [("/triggers", $0.words)] } ?? []
  }
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] { [] }
  static func role(in rule: Rule) -> RepetitionRole { .none }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    if rule.pacing.triggers != nil {
      return "is asked at \(comparison.wanted.shown) alone, and this was \(comparison.foundWords)"
    }
    return "is \(rule.kind == .message ? "a message" : "an optional update"), which is not shown at this trigger "
      + "(\(comparison.found.shown))"
  }

  static var shortFailure: String { "not at this trigger" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The rule is not shown at this trigger.",
      when:
        "Its `triggers` do not name it. Without them an optional update is not asked at a return, an operation or a heartbeat; "
        + "a message not at a manual check either.",
      fix:
        "Wait for a launch, a login or a scheduled check, name the trigger in `triggers`, or make the rule a forced one."
    )
  }
}

extension RuleTriggers {
  /// True if a question is asked at one of the triggers.
  func contain(_ question: Question) -> Bool {
    if triggers.contains(question.trigger) { return true }
    guard question.trigger == .operation, let operation = question.operation else { return false }
    return operations.contains(operation)
  }
}

extension Rule {
  /// The triggers at which the rule is asked in every case.
  package var triggersAlways: PromptKind.Triggers {
    pacing.triggers.map { PromptKind.Triggers($0.triggers) } ?? kind.triggers
  }

  /// The triggers at which the rule may be asked. A rule that may become a force may be asked at all of them.
  package var triggersEver: PromptKind.Triggers {
    if mayRise { return .all }
    return pacing.triggers.map { asked in
      PromptKind.Triggers(Trigger.allCases.filter { asked.mayContain($0) })
    } ?? kind.triggers
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
    var count: Int { bits.nonzeroBitCount }

    init(_ triggers: [Trigger]) { bits = triggers.reduce(0) { $0 | Self.bit($1) } }

    static let all = Triggers(Trigger.allCases)
    static let optional = Triggers([.launch, .login, .schedule, .manual])
    static let message = Triggers([.launch, .login, .schedule])

    package func contains(_ trigger: Trigger) -> Bool { bits & Self.bit(trigger) != 0 }

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
