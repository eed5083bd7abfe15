import Herald
import HeraldLog

/// Judges the prompts of one part of a ledger, and buffers the answer until the part's turn in the ledger's order.
struct AuditPart: PartReplay {
  private var visitor: AuditVisitor
  private let kept: KeptAnswer
  private let checksBudget: Bool

  /// - Parameters:
  ///   - report: makes the report that goes into a sink.
  ///   - form: the form of the answer.
  ///   - anchors: the installations whose first events were forgotten.
  ///   - checksBudget: true to compare showings with the budgets of the policy in force.
  init(
    _ report: (AnswerSink) -> AuditReport, in form: AnswerSink.Form, anchors: [ExactString: ForgottenBeginning],
    checksBudget: Bool
  ) {
    kept = KeptAnswer()
    visitor = AuditVisitor(report: report(kept.sink(form)), anchors: anchors, checksBudget: checksBudget)
    self.checksBudget = checksBudget
  }

  mutating func replay(_ part: LedgerPart, with memory: inout Void) throws { try part.replay(visitor: &visitor) }

  /// Sends and counts the buffered answer, and empties the buffer.
  mutating func tell(_ sink: AnswerSink, countedIn summary: inout AuditSummary) throws {
    try kept.send(to: sink)
    summary += visitor.summary
    visitor.summary = AuditSummary(checksBudget: checksBudget)
  }
}
