public import Herald
import HeraldFormats

/// A question about a document: whom does it reach among the installations of a log (`herald lint --log`)?
///
/// ```swift
/// let question = ReachQuestion(document, at: now)
/// let answer = try question.answer(in: LoggedEvents(path: "fleet.sqlite"))
/// print(answer.words)
/// for finding in answer.findings where finding.severity == .error { print(finding.what) }
/// ```
public struct ReachQuestion: LogQuestion, Sendable {
  /// The document.
  public var document: Document
  /// The text of the document's signature file; nil for none. Devices that trust keys are asked whether it convinces them.
  public var signature: String?
  /// The time at which dates are judged, and installations are asked.
  public var time: DeviceTime
  /// The document's name in the answer, such as the path of a file.
  public var name: String
  /// One installation: its name, a user, or a part of its name that no other has; nil for all.
  public var source: ExactString?
  /// The time before the log's end in which an installation must have had an event to be counted; nil for any.
  public var activeWithin: Duration?
  /// Number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks whom a document reaches.
  ///
  /// - Parameters:
  ///   - document: the document.
  ///   - time: the time at which dates are judged, and installations are asked.
  ///   - name: the document's name in the answer.
  public init(_ document: Document, at time: DeviceTime, named name: String = "policy") {
    self.document = document
    self.time = time
    self.name = name
  }

  /// Reads the events once.
  ///
  /// - Throws: ``LogRefused`` where the log has no such installation; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> ReachAnswer {
    var logs = [try events.unread().needingEvents().only(source?.string)]
    var visitor = try LintLog(
      [(Formats.read(document).reading, signature)], at: time, activeWithin: activeWithin, in: &logs, jobs: jobs)
    for events in logs {
      try events.fold(into: &visitor, jobs: jobs)
      if !visitor.hasKnownEvents { throw events.noneKnown() }
    }
    let findings = Lint.findings(in: document, at: time.moment)
    let reach = visitor.reaches.first
    return ReachAnswer(
      report: LintReport(
        file: name, text: document.text, findings: findings + (reach?.findings ?? []), reach: reach))
  }
}

/// The findings about a document with the number of installations that each concerns, and the reach of its rules.
public struct ReachAnswer: LogAnswer {
  let report: LintReport

  /// The findings in the order of their places.
  public var findings: [Diagnostic] { report.findings }

  /// A line for each finding, for each rule, for each system that a force reaches, and for the whole document.
  public var json: String { report.json }

  /// The findings with their lines of the document, and the reach of each rule, in lines of 80 columns.
  public var words: String { report.words(.plain, width: 80) }
}
