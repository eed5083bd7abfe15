import ArgumentParser
import Herald

/// Parses a trigger on the command line.
enum TriggerText {
  static let known = Trigger.allCases.map(\.rawValue).joined(separator: ", ")

  static func read(_ text: String) throws -> Trigger {
    if let trigger = Trigger(rawValue: text) { return trigger }
    throw ValidationError("'\(text)' is not a trigger. Use one of: \(known).")
  }
}
