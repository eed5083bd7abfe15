import Foundation
package import Herald
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
    _ name: String, reading: ReadingOptions = ReadingOptions(), reopen: (() throws -> ByteSource)? = nil,
    progress: @escaping (String) -> ReadingProgress = { _ in .untold }
  ) throws -> LoggedEvents {
    let log = LogReader(log: try source(name), shelf: DocumentShelf(reading: Formats.reading), options: reading)
    return LoggedEvents(log, named: LogName(name), reading: reading, reopen: reopen, progress: progress)
  }

  /// Lines, ready for a question.
  ///
  /// - Parameters:
  ///   - name: the log's name in answers.
  ///   - tell: takes findings that refuse nothing.
  package static func events(
    lines text: String, named name: String = "log.jsonl", reading: ReadingOptions = ReadingOptions(),
    tell: @escaping (Diagnostic) -> Void = { _ in }
  ) throws -> LoggedEvents {
    let open = { try ByteSource(name: name, bytes: Array(text.utf8)) }
    let log = LogReader(
      log: try open(), shelf: DocumentShelf(reading: Formats.reading), options: reading, report: tell)
    return LoggedEvents(log, named: LogName(name), reading: reading, reopen: open, tell: tell)
  }

  /// A ledger of lines, ready for a question.
  ///
  /// - Parameter scratch: a folder of this ledger alone.
  package static func events(
    ledgerOf text: String, in scratch: Scratch, named name: String = "ledger.sqlite"
  ) throws -> LoggedEvents {
    try scratch.take(text, into: name)
    let reader = try LedgerReader(path: scratch.path(name), reading: Formats.reading)
    return LoggedEvents(reader, named: LogName(scratch.path(name)))
  }

  /// The lines that `herald replay` prints of some events.
  package static func replayed(_ output: ReplayOutput, _ events: LoggedEvents) throws -> [String] {
    var bytes: [UInt8] = []
    try events.replayLines(output, jobs: 1, until: nil) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }
}

/// An answer that is sent part by part, in both forms.
package struct SentAnswer {
  /// The lines of JSON.
  package let lines: [String]
  /// The words.
  package let words: String

  /// - Parameter answer: sends the answer, once for each form.
  package init(_ answer: (AnswerSink) throws -> Void) throws {
    var (bytes, text): ([UInt8], String) = ([], "")
    try answer(.json { bytes += $0 })
    try answer(.words(.plain) { text += $0 })
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    words = text
  }
}
