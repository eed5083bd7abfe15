public import Herald

/// The path of a value in a state or a decision, such as `counts.clockSteps` or `records["update:7"].shown`.
public struct FieldPath: Hashable, Sendable, CustomStringConvertible {
  /// The names from the outermost to the innermost.
  public let names: [ExactString]

  /// Makes a path of names.
  public init(_ names: [ExactString]) { self.names = names }

  func appending(_ name: ExactString) -> FieldPath { FieldPath(names + [name]) }

  /// The value at this path in a state, or in the last decision for a path that begins with `decision`; null without
  /// one.
  public func value(in state: InstallationState, decision: Decision?) -> Field {
    guard let first = names.first else { return .null }
    var value = first == "decision" ? decision?.field ?? .null : state.field(first)
    for name in names.dropFirst() { value = value[name] }
    return value
  }

  /// The path as a condition writes it. Names that are not plain words are in brackets and quotes.
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

  /// The text in quotes. Quotes of the same kind in it are doubled.
  var quoted: String {
    string.unicodeScalars.contains("\"") ? "'\(string.replacing("'", with: "''"))'" : "\"\(string)\""
  }
}
