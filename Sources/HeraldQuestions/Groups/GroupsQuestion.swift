package import Herald
package import HeraldLog

/// A question about two groups of installations: what does one share that the other lacks (`herald diff --where`)?
///
/// ```swift
/// let question = GroupsQuestion(try WrittenCondition("counts.strayButtons > 0"))
/// print(try question.answer(in: LoggedEvents(path: "fleet.sqlite")).words)
/// ```
///
/// Many features are tried, so that some set any two groups apart by chance. How likely that is stands beside each.
public struct GroupsQuestion: LogQuestion, Sendable {
  /// The condition of the first group.
  public var condition: WrittenCondition
  /// The condition of the second group; nil for all others.
  public var against: WrittenCondition?
  /// True for installations for which a condition ever held; false for those for which it holds at the end.
  ///
  /// With it nothing after the first event at which it held counts for the first group, so that causes are not confused
  /// with consequences.
  public var isEver = false
  /// True for a line for everything that was tried.
  public var showsAll = false
  /// Number of threads that may work on a ledger.
  public var jobs = 1
  /// The lines that were refused, by installation, where a server keeps them beside its ledger.
  package var refusals: [ExactString: LineRefusals]?

  /// The features that are tried, in words.
  package static let features =
    "each property, the first numbers of a version, the language, the zone, the document in force, those that came into "
    + "force or were refused, rules shown, buttons, drawn numbers, events, operations, fetches, failures, pushes, gaps, "
    + "clocks set back, refused lines, the days of the first and the last event"

  /// Asks what sets installations apart.
  ///
  /// - Parameters:
  ///   - condition: the condition of the first group.
  ///   - against: the condition of the second group; nil for all others.
  public init(_ condition: WrittenCondition, against: WrittenCondition? = nil) {
    self.condition = condition
    self.against = against
  }

  /// Reads the events once.
  ///
  /// - Throws: ``LogRefused`` for a log without events; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> GroupsAnswer {
    var events = try events.unread().needingEvents()
    var known = refusals
    if known == nil { (known, events) = try events.readingRefusals() }
    var fold = GroupsFold(Groups(condition.condition, against: against?.condition, ever: isEver), refusals: known)
    try events.fold(into: &fold, inAnyOrder: true, jobs: jobs)
    try events.tellForgotten()
    fold.remarks.forEach { events.report($0.diagnostic) }
    return answer(fold)
  }

  private func answer(_ fold: GroupsFold) -> GroupsAnswer {
    let first = fold.members.count { $0.isFirst }
    let summary = GroupsAnswer.Summary(
      installations: fold.installations, a: first, b: fold.members.count - first, both: fold.both,
      changedSince: isEver ? nil : fold.members.count { $0.hasChanged }, remarks: fold.remarks)
    guard summary.a > 0, summary.b > 0 else { return GroupsAnswer(self, summary, nil) }
    let counts = FeatureCounts(fold.members, fold.numbers, fold.bounds)
    let consequence = Consequence(of: [condition.condition] + (against.map { [$0.condition] } ?? []))
    return GroupsAnswer(self, summary, GroupDifference(counts, consequence))
  }
}

/// A condition with its text, for answers that repeat it.
public struct WrittenCondition: Sendable {
  /// The text as it was written.
  public let text: String
  /// The condition.
  public let condition: Condition

  /// Parses a condition.
  ///
  /// - Throws: ``ConditionFault`` for a text that is not a condition, or names an unknown value.
  public init(_ text: String) throws(ConditionFault) {
    self.init(try Condition(text), written: text)
  }

  package init(_ condition: Condition, written text: String) {
    self.condition = condition
    self.text = text
  }
}
