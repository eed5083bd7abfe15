import Herald

/// A condition whose names were looked up once, to be asked after each event.
///
/// It holds where ``Condition/holds(in:decision:facts:)`` does. That builds each value with its neighbours, as answers
/// tell them; this reads the value alone. State and facts are passed by address, because the compiler would copy values
/// of their size, and nobody changes them.
struct PreparedCondition: Sendable {
  typealias Test = @Sendable (inout InstallationState, inout Decision?, inout StreamFacts) -> Bool

  private let test: Test

  init(_ condition: Condition) { test = Self.test(condition) }

  func holds(
    in state: inout InstallationState, decision: inout Decision?, facts: inout StreamFacts
  ) -> Bool {
    test(&state, &decision, &facts)
  }

  private static func test(_ condition: Condition) -> Test {
    switch condition {
    case .both(let left, let right):
      let (left, right) = (test(left), test(right))
      return { left(&$0, &$1, &$2) && right(&$0, &$1, &$2) }
    case .either(let left, let right):
      let (left, right) = (test(left), test(right))
      return { left(&$0, &$1, &$2) || right(&$0, &$1, &$2) }
    case .not(let condition):
      let test = test(condition)
      return { !test(&$0, &$1, &$2) }
    case .present(let path):
      let value = FieldReading.reading(path)
      return { value(&$0, &$1, &$2) != .null }
    case .compared(let path, let sign, .text(let text))
    where !sign.asksForOrder && !DigestBeginning.mayBe(text) && path.isEventType:
      let isEqual = sign == .equal
      return { ($2.event?.type == text) == isEqual }
    case .compared(let path, let sign, .text(let text)) where !sign.asksForOrder && !DigestBeginning.mayBe(text):
      let (value, isEqual) = (FieldReading.reading(path), sign == .equal)
      return { if case .text(let own) = value(&$0, &$1, &$2) { (own == text) == isEqual } else { !isEqual } }
    case .compared(let path, let sign, let operand):
      let value = FieldReading.reading(path)
      return { Condition.compare(value(&$0, &$1, &$2), sign, operand) }
    case .contains(let path, let part):
      let value = FieldReading.reading(path)
      return {
        if case .text(let text) = value(&$0, &$1, &$2) { text.containsInAnyCase(part) } else { false }
      }
    }
  }
}

extension FieldPath {
  /// True for the type of the last event, which most conditions about events ask for after each of them.
  fileprivate var isEventType: Bool { names == ["event", "type"] }
}
