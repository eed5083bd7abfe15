import ArgumentParser
import Herald

/// Parses a time on the command line.
enum TimeText {
  static func read(_ text: String) throws -> DeviceTime {
    guard let time = DeviceTime(rfc3339: text) else {
      throw ValidationError("'\(text)' is not a time. Write one with its zone, such as 2026-03-02T08:00:00Z.")
    }
    return time
  }
}
