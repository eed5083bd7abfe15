public import Herald

/// The differences between two states, value by value.
///
/// ```swift
/// for difference in StateDifferences(before, after).differences {
///   print(difference.path, difference.left.words ?? "–", difference.right.words ?? "–")
/// }
/// ```
public struct StateDifferences: Sendable {
  /// A value that differs.
  public struct Difference: Hashable, Sendable {
    /// The path of the value in the state.
    public let path: FieldPath
    /// The left value; null where the left state has none.
    public let left: Field
    /// The right value; null where the right state has none.
    public let right: Field
  }

  /// The values that differ, in the order of the state's JSON.
  public private(set) var differences: [Difference] = []
  /// The paths of the values that both states have and that are equal.
  public private(set) var equal: [FieldPath] = []

  /// Compares two states.
  public init(_ left: InstallationState, _ right: InstallationState) {
    compare(.object(left.fields), .object(right.fields), at: FieldPath([]))
  }

  private mutating func compare(_ left: Field, _ right: Field, at path: FieldPath) {
    if left.members == nil, right.members == nil {
      if left != right {
        differences.append(Difference(path: path, left: left, right: right))
      } else if left != .null {
        equal.append(path)
      }
      return
    }
    let names = (left.members ?? []).map(\.name)
    let known = Set(names)
    for name in names + (right.members ?? []).map(\.name).filter({ !known.contains($0) }) {
      compare(left[name], right[name], at: path.appending(name))
    }
  }
}

extension StateDifferences {
  /// The names of a state whose values tell the most come first, and what counts every event comes last.
  private static let telling: [ExactString] = [
    "refused", "policy", "latch", "visible", "properties", "zone", "user", "records", "failures", "draws", "trust",
  ]
  private static let incidental: [ExactString] = ["lastCheck", "counts", "revision"]

  /// The values that differ, the most telling first.
  var byTelling: [Difference] {
    func rank(_ difference: Difference) -> Int {
      let name = difference.path.names.first ?? ""
      if let place = Self.telling.firstIndex(of: name) { return place }
      let last = Self.incidental.firstIndex(of: name)
      return Self.telling.count + (last.map { $0 + 1 } ?? 0)
    }
    return differences.enumerated().sorted { (rank($0.element), $0.offset) < (rank($1.element), $1.offset) }
      .map(\.element)
  }
}

extension Field {
  fileprivate var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
