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

extension Field {
  fileprivate var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }
}
