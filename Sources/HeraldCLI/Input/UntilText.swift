import ArgumentParser
import Herald
import HeraldLog

/// Parses the limit of a replay on the command line: a revision, or a time.
enum UntilText {
  static func read(_ text: String) throws -> ReplayLimit {
    if let revision = Int(text), revision >= 0, text.utf8.first != UInt8(ascii: "+") { return .revision(revision) }
    if let time = DeviceTime(rfc3339: text) { return .time(time.moment) }
    throw ValidationError(
      "'\(text)' is neither a revision nor a time. Write a time with its zone, such as 2026-03-02T08:00:00Z.")
  }
}
