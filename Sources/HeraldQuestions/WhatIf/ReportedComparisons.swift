import Herald
import HeraldLog

/// Counts and reports findings at once.
struct ReportedComparisons: PolicyComparisonSink {
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
struct ComparedPart: PolicyComparisonSink, PartialFold {
  private let documents: ComparedPolicies.Documents
  private(set) var prompts = PromptTotals()
  private(set) var changes: [PolicyChange] = []

  init(_ documents: ComparedPolicies.Documents) { self.documents = documents }

  /// The policies of a thread, and their verdicts on the devices that it knows.
  ///
  /// Bench row 9c: where each part had its own, two threads did half as much work again as one.
  var memory: PolicyComparisonFold<ComparedPart> { PolicyComparisonFold(ComparedPolicies(documents), to: self) }

  mutating func replay(_ part: some ReplayedEvents, with lives: inout PolicyComparisonFold<ComparedPart>) throws {
    // Exchanged and not copied, because a copy would share its array and the next change would copy that.
    swap(&self, &lives.taker)
    defer { swap(&self, &lives.taker) }
    try lives.replay(part)
  }

  mutating func lived(
    _ moment: PolicyComparison.Moment, at fact: Fact, of source: ExactString, on profile: Profile
  ) throws {
    prompts.note(moment, at: fact.time, on: profile)
  }

  mutating func changed(_ change: PolicyChange) throws { changes.append(change) }

  /// Removes all findings and keeps the capacity.
  mutating func removeAll() {
    prompts = PromptTotals()
    changes.removeAll(keepingCapacity: true)
  }
}

extension PolicyComparisonFold: ReplayFold where Taker == ReportedComparisons {
  var makePart: @Sendable () -> ComparedPart {
    let documents = policies.documents
    return { ComparedPart(documents) }
  }

  mutating func add(_ part: inout ComparedPart) throws {
    taker.summary.add(part.prompts)
    for change in part.changes { try taker.changed(change) }
    part.removeAll()
  }
}
