import Foundation
import Herald
import HeraldCorpus
import HeraldFormats
import HeraldLog
import HeraldQuestions

/// A case of a corpus that is made of a small log.
struct MinimizedCase {
  let answer: MinimizeAnswer
  /// The folder of the case, as the command line names it.
  let folder: String
  let isRedacted: Bool

  var logFile: String { folder + "/log.jsonl" }

  /// Throws where the folder has a case already, which is never replaced.
  ///
  /// - Throws: ``LogFileError``.
  static func check(_ folder: String) throws {
    for name in ["log.jsonl", "expect.jsonl", "case.json"] {
      let path = "\(folder)/\(name)"
      guard FileManager.default.fileExists(atPath: path) else { continue }
      throw LogFileError(
        ExportCode.fileExists, what: "`\(path)` is there already.", file: path,
        why: "a case of a corpus is never replaced", fix: "give --into another folder")
    }
  }

  /// Writes `log.jsonl`, `case.json` and the expectation, `expect.jsonl`.
  ///
  /// - Throws: ``LogFileError`` where they cannot be written.
  func write() throws {
    let lines = try isRedacted ? redacted() : answer.log
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw LogFileError(
        FileCode.cannotWrite, what: "The folder `\(folder)` cannot be made.", file: folder,
        why: "the system says: \(error.localizedDescription)", fix: "check the path and its permissions")
    }
    try put("log.jsonl", lines)
    try put("case.json", about(lines))
    let url = URL(fileURLWithPath: folder).standardizedFileURL
    let made = try FieldLog(folder: url, below: url)
    try made.write(try made.comparison([.memory]).outcome)
  }

  private func put(_ name: String, _ text: String) throws {
    let file = try WholeFile("\(folder)/\(name)", replaces: false, sparing: [])
    try file.write(Array(text.utf8))
    try file.finish()
    try file.appear()
  }

  /// The log without names of persons. The properties stay: each of those that are left is one that the decision reads.
  private func redacted() throws -> String {
    var redaction = Redaction()
    redaction.properties.kept = answer.propertyNames
    var bytes: [UInt8] = []
    let findings = try RedactedEvents(try answer.events(named: logFile), redaction).write { bytes += $0 }
    if !findings.isFaithful { Failure.tell(changed(findings.changedDecisions + findings.changedStates)) }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func changed(_ count: Int) -> Diagnostic {
    Diagnostic(
      RedactionCode.changedByRedaction, .warning,
      what: "\(count.of("decision or state", "decisions or states")) of the case differ from the small log.",
      file: logFile, why: "they rest on something that redacting hides",
      fix: "read the expectation, and use --no-redact where the log has no names of persons")
  }

  /// `case.json`, which names the installation as the case does.
  private func about(_ lines: String) -> String {
    let first = lines.split(separator: "\n").first.flatMap { try? JSONNode.read(String($0)).node }
    let source = first?[name: "source"]?.string ?? "the installation"
    let situation =
      "Derived from revision \(answer.askedRevision) of \(source), \(answer.after.events) of "
      + "\(answer.before.events.of("event"))."
    return JSONNode.object(["situation": .text(situation)]).indented() + "\n"
  }
}
