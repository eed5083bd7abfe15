/// Where two states differ, value by value.
public struct StateDifferences: Sendable {
  /// One value that is not the same on both sides.
  public struct Difference: Hashable, Sendable {
    public let path: FieldPath
    /// Null where there is none.
    public let left: Field
    public let right: Field
  }

  /// In the order of the state's JSON.
  public private(set) var differences: [Difference] = []
  /// The values that both sides have and that are equal.
  public private(set) var equal: [FieldPath] = []

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
