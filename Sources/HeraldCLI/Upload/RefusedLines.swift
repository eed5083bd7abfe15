import Herald
import HeraldQuestions
import HeraldLog
import HeraldWire

/// Prints the lines of a log that a server refused: the first ones in words, and if asked for, each one as JSON.
final class RefusedLines {
  private let isJSON: Bool
  private let progress: Progress
  private var count = 0

  init(isJSON: Bool, _ progress: Progress) { (self.isJSON, self.progress) = (isJSON, progress) }

  /// - Parameter line: the line's number in its log; nil where the server names no line that was sent.
  func tell(_ refused: UploadReply.Rejected, of log: String, line: Int?) throws {
    count += 1
    let reason = refused.reason.name ?? "unknown"
    var words = refused.finding
    words.what = "Refused as `\(reason)`: \(words.what)"
    let finding = Diagnostic(
      SendingCode.lineRefused, .error, words, file: log,
      place: line.map { DocumentPlace(line: $0, column: refused.column, pointer: "") })
    if count <= LogRefused.shownAtMost {
      progress.end()
      Failure.tell(finding)
    }
    guard isJSON else { return }
    var output = JSONWriter()
    output.line {
      $0.member("log", log)
      $0.member("line", line)
      $0.member("source", refused.source)
      $0.member("revision", refused.revision)
      $0.member("reason", reason)
      refused.finding.write(into: &$0) { $0.member("where", finding.location) }
    }
    try StandardOutput.write(output.bytes)
  }

  /// Prints the number of lines that were not shown.
  func end() {
    let left = count - LogRefused.shownAtMost
    if left > 0 {
      StandardError.write("\(left.of("refused line", "refused lines")) more; --format json tells all of them.\n")
    }
  }
}
