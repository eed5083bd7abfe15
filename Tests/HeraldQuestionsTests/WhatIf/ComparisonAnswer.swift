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
  ///   - format: of both policies.
  ///   - baseline: the policy to compare with; nil for the documents of the log.
  ///   - examples: the number of installations that words name.
  ///   - command: the command that words suggest, without an installation's name.
  ///   - tell: takes findings that refuse nothing.
  init(
    of text: String, under policy: String, format: ExactString = "herald", baseline: String? = nil,
    of source: ExactString? = nil,
    until limit: ReplayLimit? = nil, examples: Int = 20, command: String? = nil,
    reading: ReadingOptions = ReadingOptions(), tell: @escaping (Diagnostic) -> Void = { _ in },
    asking change: (inout WhatIfQuestion) -> Void = { _ in }
  ) throws {
    func document(_ text: String) -> Document { Document(text: text, format: format) }
    var question = WhatIfQuestion(
      document(policy), insteadOf: baseline.map(document), of: source, until: limit)
    change(&question)
    var counted = WhatIfSummary()
    let sent = try SentAnswer { sink in
      var logs = [try CorpusLog.events(lines: text, reading: reading, tell: tell)]
      counted = WhatIfSummary(within: try question.outlook(over: &logs))
      var report = WhatIfReport(to: sink, examples: examples)
      report.command = command
      for log in logs { try question.answer(in: log, to: &report, countedIn: &counted) }
      try report.end(counted)
    }
    (lines, words, summary) = (sent.lines, sent.words, counted)
  }
}
