/// What can't be got past is shown whatever asks; an optional update not at a heartbeat, a foreground return or an
/// operation; a message only where nobody waits for an answer.
extension Rule {
  @inline(__always)
  func passesTrigger<W: Witness>(_ situation: borrowing Situation, _ witness: inout W) -> Bool {
    let trigger = situation.question.trigger
    let allowed = kind.triggers
    let passed = allowed.contains(trigger)
    witness.saw(
      Comparison(
        "trigger", found: trigger.rawValue,
        wanted: allowed.count == Trigger.allCases.count
          ? "any, for kind `\(kind.rawValue)`"
          : Trigger.allCases.filter(allowed.contains).map(\.rawValue).joined(separator: ", "),
        passed: passed, basis: .question))
    return passed
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
