import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import HeraldTestSupport

@testable import HeraldQuestions

/// An answer to a what-if about some lines.
struct ComparisonAnswer {
  /// The lines of JSON.
  let lines: [String]
  let words: String
  let summary: WhatIfSummary

  /// - Parameters:
  ///   - baseline: the policy to compare with; nil for the documents of the log.
  ///   - examples: the number of installations that words name.
  ///   - command: the command that words suggest, without an installation's name.
  ///   - tell: takes findings that refuse nothing.
  init(
    of text: String, under policy: String, baseline: String? = nil, of source: ExactString? = nil,
    until limit: ReplayLimit? = nil, examples: Int = 20, command: String? = nil,
    reading: ReadingOptions = ReadingOptions(), tell: @escaping (Diagnostic) -> Void = { _ in }
  ) throws {
    func document(_ text: String) -> Document { Document(text: text, format: "herald") }
    let question = WhatIfQuestion(
      document(policy), insteadOf: baseline.map(document), of: source, until: limit)
    var counted = WhatIfSummary()
    let sent = try SentAnswer { sink in
      counted = WhatIfSummary()
      var report = WhatIfReport(to: sink, examples: examples)
      report.command = command
      try question.answer(
        in: CorpusLog.events(lines: text, reading: reading, tell: tell), to: &report, countedIn: &counted)
      try report.end(counted)
    }
    (lines, words, summary) = (sent.lines, sent.words, counted)
  }
}
