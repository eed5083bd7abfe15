import Foundation
import Herald
import HeraldLog

/// Suggests a ledger after a question about a long log, because a ledger answers the next one at once.
struct LedgerHint {
  private let log: String
  private let isJSON: Bool
  private let start = Date()

  /// The time in seconds from which an answer is slow.
  private static let patience = 2.0

  init(_ log: String, _ output: OutputOptions) {
    self.log = log
    isJSON = output.isJSON
  }

  /// Prints the suggestion on standard error where the answer was slow; not for a ledger, a pipe, or JSON.
  func tell() {
    let seconds = Date().timeIntervalSince(start)
    guard !isJSON, log != "-", seconds >= Self.patience, !LedgerReader.isLedger(log) else { return }
    let ledger = Self.name(for: log)
    StandardError.write(
      """
      This took \(Int(seconds.rounded())) s, because the whole log was read. A ledger answers at once:
        herald import \(log.shellQuoted) --ledger \(ledger.shellQuoted)

      """)
  }

  /// The log's name with the ending of a ledger.
  private static func name(for log: String) -> String {
    let ending = [".jsonl.gz", ".jsonl.zst", ".jsonl", ".gz", ".zst"].first { log.hasSuffix($0) } ?? ""
    return log.dropLast(ending.count) + ".sqlite"
  }
}
