import Herald

/// The measurable success of a rule: an update, or the reason why a log shows none.
package enum Outcome: Equatable, Sendable {
  case update(UpdateTarget)
  /// A message asks for no update.
  case message
  /// The rule is about another app, whose versions the log does not have.
  case anotherApp
  /// The rule names no version that it leads to.
  case noTarget

  init(_ rule: Rule, in policy: Policy) {
    if rule.kind == .message {
      self = .message
    } else if let target = rule.targetPackageName, let own = policy.packageName, target.trimmed != own.trimmed {
      self = .anotherApp
    } else {
      self = UpdateTarget(rule).map { .update($0) } ?? .noTarget
    }
  }
}

extension Outcome: Comparable {
  /// Targets in their order, and then the reasons for which a rule has none.
  package static func < (left: Self, right: Self) -> Bool {
    if case .update(let left) = left, case .update(let right) = right { return left < right }
    return left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .update: 0
    case .message: 1
    case .anotherApp: 2
    case .noTarget: 3
    }
  }
}

extension ExactString {
  fileprivate var trimmed: ExactString { ExactString(string.trimmed) }
}
