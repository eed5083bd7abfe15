import Herald

/// The first occasion at which two rules are asked both.
enum SharedTrigger: Equatable, Sendable {
  case launch
  /// Another trigger, or any operation.
  case trigger(Trigger)
  /// An operation that one of them names.
  case operation(ExactString)

  /// Nil for two rules that are never asked together. A rule that may rise is taken as it is before.
  init?(of earlier: Rule, and later: Rule) {
    let shared = Trigger.allCases.filter { earlier.asks(at: $0) && later.asks(at: $0) }
    if let first = shared.first(where: { $0 != .operation }) {
      self = first == .launch ? .launch : .trigger(first)
      return
    }
    guard shared.contains(.operation) else { return nil }
    switch (earlier.operationsAsked, later.operationsAsked) {
    case (nil, nil): self = .trigger(.operation)
    case (let names?, nil), (nil, let names?):
      guard let first = names.first else { return nil }
      self = .operation(first)
    case (let names?, let others?):
      guard let first = names.first(where: Set(others).contains) else { return nil }
      self = .operation(first)
    }
  }

  /// Such as `at the operation X`, for the end of a sentence.
  var words: String {
    switch self {
    case .launch: "at a launch"
    case .trigger(let trigger): "at the trigger `\(trigger.rawValue)`"
    case .operation(let name): "at the operation \(quoted(name.string))"
    }
  }
}

extension Rule {
  fileprivate func asks(at trigger: Trigger) -> Bool {
    pacing.triggers?.mayContain(trigger) ?? kind.triggers.contains(trigger)
  }

  /// The operations at which the rule is asked; nil for all.
  fileprivate var operationsAsked: [ExactString]? {
    guard let triggers = pacing.triggers, !triggers.triggers.contains(.operation) else { return nil }
    return triggers.operations
  }
}
