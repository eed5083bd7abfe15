import Foundation
import HeraldFormats
package import HeraldLog
package import HeraldQuestions

/// Logs of the corpus, ready for a question.
package enum CorpusLog {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// A message that is shown three times, a week apart, on one installation.
  package static let message = "message/three-times-a-week-apart"

  /// The lines of a log.
  package static func text(_ name: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent("Events/\(name)/log.jsonl"), encoding: .utf8)
  }

  /// - Parameter name: the folder of a case.
  package static func source(_ name: String) throws -> ByteSource {
    try ByteSource(path: root.appendingPathComponent("Events/\(name)/log.jsonl").path)
  }

  package static func events(
    _ name: String, reopen: (() throws -> ByteSource)? = nil,
    progress: @escaping (String) -> ReadingProgress = { _ in .untold }
  ) throws -> LoggedEvents {
    let log = LogReader(log: try source(name), shelf: DocumentShelf(reading: Formats.reading))
    return LoggedEvents(log, named: LogName(name), reopen: reopen, progress: progress)
  }
}
