import Herald
import HeraldLog

/// Counts and tells what is found, at once.
struct LivesTelling: LivesTaker {
  var report: WhatIfReport
  var summary: WhatIfSummary
  /// Whether every decision of the only installation is told.
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

/// Keeps what is found in a part of a ledger, for one that tells it in the ledger's order.
struct LivesPart: LivesTaker, PartReplay {
  private let policies: ComparedPolicies
  private(set) var prompts = PromptTotals()
  private(set) var changes: [PolicyChange] = []

  init(_ policies: ComparedPolicies) { self.policies = policies }

  mutating func replay(_ part: LedgerPart) throws {
    var answers = AnswersVisitor()
    try part.replay(visitor: &answers)
    var lives = LivesVisitor(answers, policies, to: self)
    try part.replay(visitor: &lives)
    self = lives.taker
  }

  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile
  ) throws {
    prompts.note(moment, at: fact.time, on: profile)
  }

  mutating func changed(_ change: PolicyChange) throws { changes.append(change) }

  /// Tells everything that was kept and empties it.
  mutating func tell(_ telling: inout LivesTelling) throws {
    telling.summary.add(prompts)
    for change in changes { try telling.changed(change) }
    prompts = PromptTotals()
    changes.removeAll(keepingCapacity: true)
  }
}
