import ArgumentParser
import Foundation
import Herald
import HeraldLog

/// The logs that a command reads as one.
struct LogArguments: ParsableArguments {
  @Argument(help: ArgumentHelp(help, valueName: "log"), completion: .log)
  var logs: [String]

  /// The help of logs that are read as one.
  static let help =
    "A .jsonl log, packed with gzip (.gz) or zstd (.zst) or not; - for standard input; or a ledger. Several are read "
    + "as one, each installation's events in their order."

  func validate() throws { try StandardInputOnce.check(logs) }
}

/// Standard input, which only one argument may name.
enum StandardInputOnce {
  /// - Throws: `ValidationError`.
  static func check(_ names: [String]) throws {
    if names.count(where: { $0 == "-" }) > 1 { throw ValidationError("Standard input can be read only once.") }
  }
}

/// The options for how strictly logs are read.
struct ReadingFlags: ParsableArguments {
  @Flag(help: "Leave bad lines out, report each, and read the rest.")
  var skipInvalid = false

  @Flag(help: "Accept a log that begins late or has gaps; each is reported.")
  var partial = false

  /// The flags as a command line has them, each after a blank.
  var words: String { (skipInvalid ? " --skip-invalid" : "") + (partial ? " --partial" : "") }

  var options: ReadingOptions { ReadingOptions(skipsInvalid: skipInvalid, isPartial: partial) }
}

/// The option that restricts a command to one installation.
struct SourceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "One installation only: its name, a user, or a part of its name that no other has.", valueName: "source"),
    completion: .source
  )
  var source: String?
}

/// The option that says how many threads work on a ledger.
struct JobsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("Threads that work on a ledger; default: one for each core.", valueName: "n"),
    completion: .free)
  var jobs: Int?

  /// The number of threads, at least 1.
  var count: Int { jobs ?? ProcessInfo.processInfo.activeProcessorCount }

  func validate() throws {
    if let jobs, jobs < 1 { throw ValidationError("--jobs is a number from 1.") }
  }
}

/// The option that ends each stream before its last event.
struct UntilOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Stop in each stream after this revision, or before the first event later than this time.",
      valueName: "revision|time"),
    completion: .free, transform: UntilText.read)
  var until: ReplayLimit?
}

/// Parses the limit of a replay on the command line: a revision, or a time.
enum UntilText {
  static func read(_ text: String) throws -> ReplayLimit {
    if let revision = Int(text), revision >= 0, text.utf8.first != UInt8(ascii: "+") { return .revision(revision) }
    if let time = DeviceTime(rfc3339: text) { return .time(time.moment) }
    throw ValidationError(
      "'\(text)' is neither a revision nor a time. Write a time with its zone, such as 2026-03-02T08:00:00Z.")
  }
}

/// Parses the beginning of a replay on the command line: a revision, a time, or a day of UTC, as conditions take it.
enum FromText {
  static func read(_ text: String) throws -> ReplayLimit {
    if text.utf8.count == 10, let day = DeviceTime(rfc3339: text + "T00:00:00Z") { return .time(day.moment) }
    return try UntilText.read(text)
  }
}

/// Parses a time on the command line.
enum TimeText {
  static func read(_ text: String) throws -> DeviceTime {
    guard let time = DeviceTime(rfc3339: text) else {
      throw ValidationError("'\(text)' is not a time. Write one with its zone, such as 2026-03-02T08:00:00Z.")
    }
    return time
  }
}
