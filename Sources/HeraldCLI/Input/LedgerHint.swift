import Foundation
import Herald
import HeraldLog

/// Suggests a ledger after a question about a long log, because a ledger answers the next one at once.
struct LedgerHint {
  /// Nil where several logs are read as one.
  private let log: String?
  private let isJSON: Bool
  private let start = Date()

  /// The time in seconds from which an answer is slow.
  private static let patience = 2.0

  init(_ logs: [String], _ output: OutputOptions) {
    log = logs.count == 1 ? logs[0] : nil
    isJSON = output.isJSON
  }

  /// Prints the suggestion on standard error where the answer was slow; not for a ledger, a pipe, or JSON.
  func tell() {
    guard !isJSON, let log, log != "-", (try? LedgerReader.isLedger(log)) == false else { return }
    let seconds = Date().timeIntervalSince(start)
    if let words = Self.words(log, after: seconds, isDebugBuild: Self.isDebugBuild) { StandardError.say(words) }
  }

  /// The suggestion after a slow answer; nil after a quick one.
  static func words(_ log: String, after seconds: Double, isDebugBuild: Bool) -> String? {
    guard seconds >= patience else { return nil }
    var lines = [
      "This took \(Int(seconds.rounded())) s, because the whole log was read. A ledger answers at once:",
      "  herald import \(log.shellQuoted) --ledger \(ledger(for: log).shellQuoted)",
    ]
    if isDebugBuild {
      lines += ["This herald was built for debugging. A release build is many times as fast:"]
      lines += ["  swift build -c release --product herald"]
    }
    return lines.map { $0 + "\n" }.joined()
  }

  private static var isDebugBuild: Bool {
    #if DEBUG
      true
    #else
      false
    #endif
  }

  /// The log's name with the ending of a ledger.
  private static func ledger(for log: String) -> String {
    let ending = [".jsonl.gz", ".jsonl.zst", ".jsonl"].first { log.hasSuffix($0) } ?? ""
    return log.dropLast(ending.count) + ".sqlite"
  }
}
