import Herald
import HeraldLog

/// Counts and reports findings at once.
struct LivesTelling: LivesTaker {
  var report: WhatIfReport
  var summary: WhatIfSummary
  /// True to report every decision of the only installation.
  let isDetailed: Bool

  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile
  ) throws {
    summary.note(moment, at: fact.time, on: profile)
    if isDetailed { try report.lived(moment, at: fact, of: source) }
  }

  mutating func changed(_ change: PolicyChange) throws {
    summary.note(change)
    if change.isChange { try report.changed(change) }
  }
}

/// Buffers the findings in one part of a ledger until the part's turn.
struct LivesPart: LivesTaker, PartReplay {
  private let documents: ComparedPolicies.Documents
  private(set) var prompts = PromptTotals()
  private(set) var changes: [PolicyChange] = []

  init(_ documents: ComparedPolicies.Documents) { self.documents = documents }

  /// The policies of a thread, and their verdicts on the devices that it knows.
  ///
  /// Bench row 9c: where each part had its own, two threads did half as much work again as one.
  var memory: LivesVisitor<LivesPart> { LivesVisitor(ComparedPolicies(documents), to: self) }

  mutating func replay(_ part: LedgerPart, with lives: inout LivesVisitor<LivesPart>) throws {
    var answers = AnswersVisitor()
    try part.replay(visitor: &answers)
    lives.begin(answers)
    // Exchanged and not copied, because a copy would share its array and the next change would copy that.
    swap(&self, &lives.taker)
    defer { swap(&self, &lives.taker) }
    try part.replay(visitor: &lives)
  }

  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile
  ) throws {
    prompts.note(moment, at: fact.time, on: profile)
  }

  mutating func changed(_ change: PolicyChange) throws { changes.append(change) }

  /// Reports all buffered findings and empties the buffer.
  mutating func tell(_ telling: inout LivesTelling) throws {
    telling.summary.add(prompts)
    for change in changes { try telling.changed(change) }
    prompts = PromptTotals()
    changes.removeAll(keepingCapacity: true)
  }
}
