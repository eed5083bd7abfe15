public import Herald

/// A condition on a state and the last decision, such as `visible.rule == update:7 and counts.clockSteps > 0`.
///
/// The names are the names of the state's JSON, and some that no state has, such as `event.type`, `gaps` and
/// `audit.missed`. A missing value (null) is equal to `null` only, different from
/// everything else, and neither less nor more than anything. A number that is drawn is there,
/// whether a launch brought it or not.
///
/// ```swift
/// let condition = try Condition("visible.rule == update:7")
/// print(condition.holds(in: state, decision: nil))
/// ```
public indirect enum Condition: Sendable {
  /// Both conditions hold.
  case both(Condition, Condition)
  /// At least one of the conditions holds.
  case either(Condition, Condition)
  /// The condition does not hold.
  case not(Condition)
  /// The state has the value.
  case present(FieldPath)
  /// The comparison of a value with an operand is true.
  case compared(FieldPath, ComparisonSign, Operand)
  /// The value is a text with this part, in any case.
  case contains(FieldPath, ExactString)

  /// The right side of a comparison.
  public enum Operand: Sendable {
    case null
    case number(Int)
    /// A text, equal to the same Unicode scalars only.
    case text(ExactString)
    /// A version, for comparisons by order. A text that is not a version is neither less nor more.
    case version(AppVersion)
    case time(Timestamp)
    /// A value to compare with a value of any kind: as a number, as a text, and by order as a version.
    case any(ExactString, number: Int?, version: AppVersion?)
  }

  /// True if the condition holds.
  ///
  /// - Parameters:
  ///   - state: the state after an event, or of the empty stream.
  ///   - decision: the last decision so far; nil before the first.
  ///   - facts: the values that no state has; without them those values are null.
  public func holds(in state: InstallationState, decision: Decision?, facts: StreamFacts? = nil) -> Bool {
    switch self {
    case .both(let left, let right):
      left.holds(in: state, decision: decision, facts: facts)
        && right.holds(in: state, decision: decision, facts: facts)
    case .either(let left, let right):
      left.holds(in: state, decision: decision, facts: facts)
        || right.holds(in: state, decision: decision, facts: facts)
    case .not(let condition): !condition.holds(in: state, decision: decision, facts: facts)
    case .present(let path): path.answer(in: state, decision: decision, facts: facts) != .null
    case .compared(let path, let sign, let operand):
      Self.compare(path.answer(in: state, decision: decision, facts: facts), sign, operand)
    case .contains(let path, let part):
      if case .text(let text) = path.answer(in: state, decision: decision, facts: facts) {
        text.containsInAnyCase(part)
      } else {
        false
      }
    }
  }

  static func compare(_ value: Field, _ sign: ComparisonSign, _ operand: Operand) -> Bool {
    switch (value, operand) {
    case (.null, .null): return sign == .equal
    case (.number(let own), .number(let other)): return sign.holds(own, other)
    case (.time(let own), .time(let other)): return sign.holds(own, other)
    case (.text(let own), .text(let other)):
      return sign.asksForOrder || !DigestBeginning.is(other, of: own) ? sign.holds(own, other) : sign == .equal
    case (.text(let own), .version(let other)): return AppVersion(own.string).map { sign.holds($0, other) } ?? false
    case (.number(let own), .any(_, let number, _)): return number.map { sign.holds(own, $0) } ?? (sign == .other)
    case (.text(let own), .any(let text, _, let version)):
      guard sign.asksForOrder else { return compare(.text(own), sign, .text(text)) }
      guard let version, let own = AppVersion(own.string) else { return false }
      return sign.holds(own, version)
    default: return sign == .other
    }
  }

  /// The values that the condition reads, each once, in the order of its text.
  public var paths: [FieldPath] {
    var paths: [FieldPath] = []
    collect(into: &paths)
    return paths
  }

  private func collect(into paths: inout [FieldPath]) {
    switch self {
    case .both(let left, let right), .either(let left, let right):
      left.collect(into: &paths)
      right.collect(into: &paths)
    case .not(let condition): condition.collect(into: &paths)
    case .present(let path), .compared(let path, _, _), .contains(let path, _):
      if !paths.contains(path) { paths.append(path) }
    }
  }
}

/// A condition that cannot be read.
public struct ConditionFault: Error, Hashable, Sendable {
  /// The place of the mistake, in Unicode scalars from 1.
  public let column: Int
  /// The fault, in one sentence with the input in backticks.
  public let what: String
  /// The correction, as a clause.
  public let fix: String

  /// The fault with its place, in one sentence.
  package var sentence: String { "\(what.hasSuffix(".") ? String(what.dropLast()) : what) (column \(column))." }

  /// The fault with its place and the correction, in sentences.
  package var words: String {
    "\(sentence) \(fix.prefix(1).uppercased())\(fix.dropFirst())\(fix.hasSuffix("?") ? "" : ".")"
  }
}

/// An operator that compares two values, as a condition writes it.
public enum ComparisonSign: String, Hashable, Sendable, CaseIterable {
  case less = "<"
  case atMost = "<="
  case more = ">"
  case atLeast = ">="
  case equal = "=="
  case other = "!="

  /// True if the comparison of two values holds.
  public func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
    switch self {
    case .less: left < right
    case .atMost: left <= right
    case .more: left > right
    case .atLeast: left >= right
    case .equal: left == right
    case .other: left != right
    }
  }

  /// True if the sign compares by order, and not only for equality.
  var asksForOrder: Bool { self != .equal && self != .other }

  /// All signs with blanks between them, for errors.
  public static let known = allCases.map(\.rawValue).joined(separator: " ")
}

/// Follows a condition over one stream, event by event. A condition may begin and cease to hold more than once.
///
/// ```swift
/// var watch = ConditionWatch(try Condition("visible != null"))
/// for event in events {
///   state.apply(event.fact)
///   if watch.record(state, decision: nil) { print(event.revision, watch.holds) }
/// }
/// ```
public struct ConditionWatch: Sendable {
  /// The condition.
  public let condition: Condition
  /// True if the condition holds after the last event.
  public private(set) var holds: Bool
  /// The first revision after which it holds; 0 where it holds before any event; nil where it never did.
  public private(set) var first: Int?
  /// The first revision after ``first`` after which it does not hold; nil where it never ceased.
  public private(set) var ceased: Int?
  /// The number of times that it began to hold.
  public private(set) var beginnings: Int
  /// The last decision; nil before the first.
  public private(set) var decision: Decision?

  /// Starts at the empty stream.
  ///
  /// - Parameter facts: the values before any event that no state has; nil where the condition reads none.
  public init(_ condition: Condition, facts: StreamFacts? = nil) {
    self.condition = condition
    holds = condition.holds(in: InstallationState(), decision: nil, facts: facts)
    first = holds ? 0 : nil
    beginnings = holds ? 1 : 0
  }

  /// Evaluates the condition on the state after the next event.
  ///
  /// - Parameters:
  ///   - decision: the decision on the event; nil for an event without one, which keeps the last decision.
  ///   - facts: the values after the event that no state has; nil where the condition reads none.
  /// - Returns: true if the condition began or ceased to hold with this event.
  public mutating func record(
    _ state: InstallationState, decision: Decision?, facts: StreamFacts? = nil
  ) -> Bool {
    if let decision { self.decision = decision }
    let held = holds
    holds = condition.holds(in: state, decision: self.decision, facts: facts)
    if holds == held { return false }
    if holds {
      first = first ?? state.revision
      beginnings += 1
    } else {
      ceased = ceased ?? state.revision
    }
    return true
  }
}
