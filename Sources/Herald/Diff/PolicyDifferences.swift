/// What was changed from one policy to another: the document's own values, and its rules by their ids.
public struct PolicyDifferences: Sendable {
  /// The document's values that are not the same: digest, format, revision and the like.
  public let values: [KeyDifference]
  /// The rules that are not the same, in the order of the left document, then those that the right one alone has.
  public let rules: [RuleEdit]
  /// The rules that both have, key by key the same.
  public let equal: [ExactString]

  /// What became of a rule.
  public enum RuleEdit: Sendable {
    case removed(Rule)
    case added(Rule)
    /// Its keys that are not the same; none where the rule only stands elsewhere among the others.
    case changed(Rule, Rule, [KeyDifference], moved: Bool)
  }

  /// - Parameters:
  ///   - left: nil where no policy is in force, which has no values and no rules.
  ///   - right: likewise.
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

  public var isEmpty: Bool { values.isEmpty && rules.isEmpty }
}

/// A key of a document or a rule whose value is not the same on both sides.
public struct KeyDifference: Hashable, Sendable {
  /// A value and where it stands.
  public struct Value: Hashable, Sendable {
    public let text: String
    /// Nil where the value is not written in the document, such as a default.
    public let place: DocumentPlace?
  }

  /// JSON pointer below the rule, such as `/filters/appVersionName`, or the name of what several keys make together,
  /// such as `kind`.
  public let key: String
  /// Nil where the side has none.
  public let left: Value?
  public let right: Value?

  /// The keys that differ, in the order of the left side, then those that the right one alone has.
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
