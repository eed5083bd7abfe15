public import Herald

/// The differences between two policies: the documents' values, and the rules by their ids.
///
/// ```swift
/// let differences = PolicyDifferences(before.policy, after.policy)
/// for value in differences.values { print(value.key, value.left?.text ?? "", value.right?.text ?? "") }
/// ```
public struct PolicyDifferences: Sendable {
  /// The documents' values that differ: digest, format, revision and others.
  public let values: [KeyDifference]
  /// The rules that differ, in the order of the left document, then the rules of the right document only.
  public let rules: [RuleEdit]
  /// The ids of the rules with the same keys and values in both documents.
  public let equal: [ExactString]

  /// The change of a rule from left to right.
  public enum RuleEdit: Sendable {
    /// Only the left document has the rule.
    case removed(Rule)
    /// Only the right document has the rule.
    case added(Rule)
    /// The keys that differ, and `moved`, true if the rule's place among the others changed; no keys if only the place
    /// did.
    case changed(Rule, Rule, [KeyDifference], moved: Bool)
  }

  /// Compares two policies.
  ///
  /// - Parameters:
  ///   - left: the left policy; nil where none is in force. It counts as a policy without values and rules.
  ///   - right: the right policy; nil as for `left`.
  public init(_ left: Policy?, _ right: Policy?) {
    values = KeyDifference.all(left?.values ?? [], right?.values ?? [])
    let (lefts, rights) = (left?.rules ?? [], right?.rules ?? [])
    let common = lefts.map(\.id).filter { right?.rule($0) != nil }
    let commonAfter = rights.map(\.id).filter { left?.rule($0) != nil }
    var edits: [RuleEdit] = []
    var equal: [ExactString] = []
    for rule in lefts {
      guard let other = right?.rule(rule.id) else {
        edits.append(.removed(rule))
        continue
      }
      let keys = KeyDifference.all(rule.values, other.values)
      let isMoved = common.firstIndex(of: rule.id) != commonAfter.firstIndex(of: rule.id)
      if keys.isEmpty, !isMoved {
        equal.append(rule.id)
      } else {
        edits.append(.changed(rule, other, keys, moved: isMoved))
      }
    }
    rules = edits + rights.filter { left?.rule($0.id) == nil }.map(RuleEdit.added)
    self.equal = equal
  }

  /// True if both policies are the same.
  public var isEmpty: Bool { values.isEmpty && rules.isEmpty }
}

/// A key of a document or a rule with different values on both sides.
public struct KeyDifference: Hashable, Sendable {
  /// A value with its place.
  public struct Value: Hashable, Sendable {
    /// The value as text.
    public let text: String
    /// The value's place in the document; nil for a value that is not written there, such as a default.
    public let place: DocumentPlace?
  }

  /// A JSON pointer below the rule, such as `/filters/appVersionName`, or a name for several keys together, such as
  /// `kind`.
  public let key: String
  /// The left value; nil where the left side has none.
  public let left: Value?
  /// The right value; nil where the right side has none.
  public let right: Value?

  /// The keys that differ, in the order of the left side, then the keys of the right side only.
  static func all(_ left: [KeyedValue], _ right: [KeyedValue]) -> [KeyDifference] {
    let keys = left.map(\.key)
    let known = Set(keys.map { ExactString($0) })
    return (keys + right.map(\.key).filter { !known.contains(ExactString($0)) }).compactMap { key in
      let (own, other) = (left.value(of: key), right.value(of: key))
      let isSame = own.map { ExactString($0.text) } == other.map { ExactString($0.text) }
      return isSame ? nil : KeyDifference(key: key, left: own, right: other)
    }
  }
}

extension [KeyedValue] {
  fileprivate func value(of key: String) -> KeyDifference.Value? {
    first { ExactString($0.key) == ExactString(key) }.map { KeyDifference.Value(text: $0.text, place: $0.place) }
  }
}
