/// Something that may hold of a state and of the last decision: `visible.rule == update:7 and counts.clockSteps > 0`.
///
/// The names are those of the contract's JSON. Where a value is not there (null), it is equal to `null` alone, neither
/// less nor more than anything, and other than everything else.
public indirect enum Condition: Sendable {
  case both(Condition, Condition)
  case either(Condition, Condition)
  case not(Condition)
  /// The value is there.
  case present(FieldPath)
  case compared(FieldPath, ComparisonSign, Operand)

  /// What a value is compared with.
  public enum Operand: Sendable {
    case null
    case number(Int)
    /// Equal scalar by scalar.
    case text(ExactString)
    /// A text that is compared by order: one that is not a version is neither less nor more.
    case version(AppVersion)
    case time(Timestamp)
  }

  /// Whether it holds.
  ///
  /// - Parameters:
  ///   - state: after an event, or of the empty stream.
  ///   - decision: the last one taken so far; nil before the first.
  public func holds(in state: InstallationState, decision: Decision?) -> Bool {
    switch self {
    case .both(let left, let right):
      left.holds(in: state, decision: decision) && right.holds(in: state, decision: decision)
    case .either(let left, let right):
      left.holds(in: state, decision: decision) || right.holds(in: state, decision: decision)
    case .not(let condition): !condition.holds(in: state, decision: decision)
    case .present(let path): path.value(in: state, decision: decision) != .null
    case .compared(let path, let sign, let operand):
      Self.compare(path.value(in: state, decision: decision), sign, operand)
    }
  }

  private static func compare(_ value: Field, _ sign: ComparisonSign, _ operand: Operand) -> Bool {
    switch (value, operand) {
    case (.null, .null): return sign == .equal
    case (.number(let own), .number(let other)): return sign.holds(own, other)
    case (.time(let own), .time(let other)): return sign.holds(own, other)
    case (.text(let own), .text(let other)): return sign.holds(own, other)
    case (.text(let own), .version(let other)): return AppVersion(own.string).map { sign.holds($0, other) } ?? false
    default: return sign == .other
    }
  }

  /// The values that it looks at, each once, in the order in which they are written.
  public var paths: [FieldPath] {
    switch self {
    case .both(let left, let right), .either(let left, let right):
      left.paths + right.paths.filter { !left.paths.contains($0) }
    case .not(let condition): condition.paths
    case .present(let path), .compared(let path, _, _): [path]
    }
  }
}

/// A condition that cannot be read.
public struct ConditionFault: Error, Hashable, Sendable {
  /// Where, in Unicode scalars from 1.
  public let column: Int
  /// One sentence, input in backticks.
  public let what: String
  public let fix: String
}
