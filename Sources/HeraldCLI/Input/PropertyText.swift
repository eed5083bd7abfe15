import ArgumentParser

/// Parses a property on the command line, `NAME=VALUE`.
enum PropertyText {
  static func read(_ text: String) throws -> (name: String, value: String) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty else {
      throw ValidationError("'\(text)' is not a property. Write it as name=value, such as appVersionName=2.6.")
    }
    return (String(parts[0]), String(parts[1]))
  }

  /// The option that gives a property.
  static func option(_ name: String) -> String { "--property \(name)=…" }
}
