import Herald
package import HeraldQuestions

/// The page of an analysis: the rules of a document with their devices, or the changes from one document to another
/// with the prompts before and after.
package struct AnalysisPage {
  private let title: String
  private let values: [String: Any]

  /// The most bytes of all logs together. Each log has the whole document, so that many rules make a long page.
  private static let mostBytes = 16_000_000

  /// Makes the page of a document's rules.
  ///
  /// - Parameter mostBytes: the most bytes of all logs together; later logs are left out.
  package init(_ answer: AnalyzeAnswer, mostBytes: Int = AnalysisPage.mostBytes) {
    title = answer.file
    var logs = PageLogs(atMost: mostBytes)
    var rows = answer.rules.map { rule in
      AnalysisRow(
        sign: rule.verdict.sign(.plain), title: "\(rule.rule.id.string): \(rule.shownKind.noun)",
        facts: [("Verdict", answer.sentence(rule).capitalizedFirst)],
        columns: [rule.witness.map { AnalysisColumn("It sees", $0, &logs) }].compactMap(\.self), rule.witness?.like)
    }
    for remark in answer.remarks {
      rows.append(
        AnalysisRow(
          sign: "!", title: "Probably not meant so", facts: [("Finding", remark.sentence)],
          columns: [remark.witness.map { AnalysisColumn("It sees", $0, &logs) }].compactMap(\.self),
          remark.witness?.like))
    }
    values = Self.values(
      subject: "the rules of a policy", title: answer.file, summary: answer.headline, rows,
      rest: [answer.otherPairs].compactMap(\.self) + answer.unsaid)
  }

  /// Makes the page of the changes from one document to another.
  ///
  /// - Parameter mostBytes: the most bytes of all logs together; later logs are left out.
  package init(_ answer: AgainstAnswer, mostBytes: Int = AnalysisPage.mostBytes) {
    title = "\(answer.file) against \(answer.otherFile)"
    var logs = PageLogs(atMost: mostBytes)
    let rows = answer.changes.map { change in
      let after = change.witness.after
      return AnalysisRow(
        sign: "!", title: AgainstAnswer.sentence(change).capitalizedFirst,
        facts: [("Devices", change.devices), ("Such as", after.device + after.occasion)],
        columns: [
          AnalysisColumn("Before", change.witness.before, &logs), AnalysisColumn("After", after, &logs),
        ], after.like)
    }
    values = Self.values(
      subject: "what a policy changes", title: title, summary: answer.headline, rows,
      statements: AgainstAnswer.Statement.allCases.map { answer.sentence($0, .plain) }, rest: answer.unsaid)
  }

  /// The page as HTML.
  package func html() throws -> String {
    let frame = PageFrame(
      title: "\(title) · Herald", styles: [PackageResources.base_css, PackageResources.analysis_css])
    return try frame.html(try PageTemplate.analysis.render(values))
  }

  private static func values(
    subject: String, title: String, summary: String, _ rows: [AnalysisRow], statements: [String] = [],
    rest: [String] = []
  ) -> [String: Any] {
    [
      "subject": subject, "title": title, "summary": summary + ".", "statements": statements,
      "hasStatements": !statements.isEmpty, "rows": rows.enumerated().map { $1.values(number: $0 + 1) },
      "rest": rest,
    ]
  }
}

/// A row of the page: a verdict or a change with its devices, and the prompts that they see.
private struct AnalysisRow {
  let sign: String
  let title: String
  let facts: [(name: String, value: String)]
  let columns: [AnalysisColumn]

  init(
    sign: String, title: String, facts: [(name: String, value: String)], columns: [AnalysisColumn], _ like: Likeness?
  ) {
    (self.sign, self.title, self.columns) = (sign, title, columns)
    self.facts = facts + (like.map { [("In the log", $0.words)] } ?? [])
  }

  func values(number: Int) -> [String: Any] {
    let name = "answer-\(number)"
    return [
      "name": name, "mark": sign, "class": Self.classes[sign] ?? "sign-open", "title": title,
      "facts": facts.map { ["name": $0.name, "value": $0.value] },
      "columns": columns.map { $0.values(inRow: number) }, "hasColumns": !columns.isEmpty,
    ]
  }

  private static let classes = ["✓": "sign-yes", "✗": "sign-no"]
}

/// The prompt that the device of a log sees, and the log.
private struct AnalysisColumn {
  private let heading: String
  private let prompt: Prompt?
  /// The lines of the log; nil for a log that is left out.
  private let lines: [String]?

  init(_ heading: String, _ witness: AnalyzeWitness, _ logs: inout PageLogs) {
    self.heading = heading
    prompt = witness.replayed()?.decision.prompt
    lines = logs.lines(of: witness)
  }

  func values(inRow number: Int) -> [String: Any] {
    var values: [String: Any] = [
      "heading": heading, "hasPrompt": prompt != nil, "hasLog": lines != nil, "lines": lines ?? [],
      "logWords": "The log, \((lines?.count ?? 0).of("event"))", "logName": "The log of answer \(number): \(heading)",
    ]
    guard let prompt else { return values }
    values["class"] = "kind-\(prompt.kind.rawValue)"
    values["kind"] = prompt.kind.marked
    values["title"] = prompt.title
    let texts = [prompt.message, prompt.whatIsNew, prompt.warnings].compactMap(\.self)
    values["paragraphs"] = texts.flatMap { $0.split(whereSeparator: \.isNewline).map(String.init) }
    values["buttons"] = prompt.buttons.map { prompt.title(of: $0) }
    values["destination"] = prompt.destination.map { "It leads to \($0.string)" } ?? "It leads nowhere."
    return values
  }
}

/// The logs of a page, as far as they fit.
private struct PageLogs {
  private var left: Int

  init(atMost bytes: Int) { left = bytes }

  /// The lines of a log, with all that HTML could misread as escapes of JSON, so that a copied line is the same event.
  mutating func lines(of witness: AnalyzeWitness) -> [String]? {
    let lines = witness.events.map { String(decoding: EmbeddedJSON.safe(Array($0.line.utf8)), as: UTF8.self) }
    let size = lines.reduce(0) { $0 + $1.utf8.count }
    guard size <= left else { return nil }
    left -= size
    return lines
  }
}

extension String {
  /// The text as the beginning of a sentence.
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
