/// Where a value stands: `counts.clockSteps`, `records["update:7"].shown`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  public let names: [ExactString]

  public init(_ names: [ExactString]) { self.names = names }

  func appending(_ name: ExactString) -> FieldPath { FieldPath(names + [name]) }

  /// The value at this path of a state, or of the last decision where it begins with `decision`.
  public func value(in state: InstallationState, decision: Decision?) -> Field {
    guard let first = names.first else { return .null }
    var value = first == "decision" ? decision?.field ?? .null : state.field(first)
    for name in names.dropFirst() { value = value[name] }
    return value
  }

  /// As a condition writes it: names that are not plain words stand in brackets and quotes.
  public var description: String {
    names.reduce(into: "") { text, name in
      if name.isPlain {
        text += (text.isEmpty ? "" : ".") + name.string
      } else {
        text += "[\(name.quoted)]"
      }
    }
  }
}

extension ExactString {
  fileprivate var isPlain: Bool {
    !isEmpty
      && string.unicodeScalars.allSatisfy { scalar in
        scalar == "_" || scalar == "-" || ("0"..."9").contains(scalar) || ("a"..."z").contains(scalar)
          || ("A"..."Z").contains(scalar)
      }
  }

  /// In quotes, those within doubled: a quote of the other kind needs none.
  var quoted: String {
    string.unicodeScalars.contains("\"") ? "'\(string.replacing("'", with: "''"))'" : "\"\(string)\""
  }
}
