import Herald

/// A figure about the changes under another policy.
public enum WhatIfFigure: String, CaseIterable, Sendable {
  /// All installations.
  case installations
  /// Installations for which something changes.
  case changed
  /// Installations for which nothing changes.
  case unchanged
  /// Installations that see a rule only under the other policy.
  case newly
  /// Installations that see a rule only under the log's own policies.
  case noLonger
  /// Prompts under the log's own policies.
  case before
  /// Prompts under the other policy.
  case after
  /// Installations that see an exit or a force at some time under the log's own policies.
  case forcedBefore
  /// Installations that see an exit or a force at some time under the other policy.
  case forced
  /// Installations that see an exit or a force at some time under the other policy, and never under the log's own.
  case newlyForced
  /// The most prompts that one user sees within 24 hours under the log's own policies.
  case mostADayBefore
  /// The most prompts that one user sees within 24 hours under the other policy.
  case mostADay
  /// Installations that an exit or a force blocks at the end, under the other policy only.
  case blocked
  /// Installations that an exit or a force without a way out blocks at the end, under the other policy only.
  case lockedOut
  /// Installations that would refuse the other policy, asked at their last states. They count as unchanged.
  case refused
  /// Installations that an exit or a force awaits between the log's end and the horizon, and did not right behind their
  /// own last event.
  case forcedAhead
  /// The same of an exit or a force without a way out.
  case lockedOutAhead

  /// The meaning of the figure, for people.
  package var words: String {
    switch self {
    case .installations: "installations"
    case .changed: "for which something changes"
    case .unchanged: "for which nothing changes"
    case .newly: "that see something new"
    case .noLonger: "that see something no longer"
    case .before: "prompts until now"
    case .after: "prompts with this document"
    case .forcedBefore: "forced until now"
    case .forced: "forced with this document"
    case .newlyForced: "newly forced"
    case .mostADayBefore: "most prompts a day until now"
    case .mostADay: "most prompts a day with it"
    case .blocked: "behind a force at the end"
    case .lockedOut: "locked out: a force that leads nowhere"
    case .refused: "that refuse this document"
    case .forcedAhead: "forced later, and not yet"
    case .lockedOutAhead: "locked out later, and not yet"
    }
  }

  /// True if the figure counts some of the installations, so that a share of all means something.
  package var isShareOfInstallations: Bool {
    switch self {
    case .changed, .unchanged, .newly, .noLonger, .forcedBefore, .forced, .newlyForced, .blocked, .lockedOut, .refused,
      .forcedAhead, .lockedOutAhead:
      true
    case .installations, .before, .after, .mostADayBefore, .mostADay: false
    }
  }

  /// True if the figure counts what lies ahead.
  package var isAhead: Bool { self == .forcedAhead || self == .lockedOutAhead }
}

/// The figures about the changes under another policy.
public struct WhatIfSummary {
  /// One rule as one kind: the installations that see it under the other policy alone, under their own alone, and under both.
  struct Rule {
    var newly = 0
    var noLonger = 0
    var still = 0
    var prompts = PromptPair()
  }

  struct RuleKey: Hashable {
    let rule: ExactString
    let kind: PromptKind
  }

  private var figures: [WhatIfFigure: Int] = [:]
  private(set) var rules: [RuleKey: Rule] = [:]
  /// All prompts: by day, by version and by system.
  private(set) var prompts = PromptTotals()
  /// The installations that saw an exit or a force for the first time, by day in UTC, counted from 1970-01-01.
  private(set) var forced: [Int64: PromptPair] = [:]
  /// The installation with the most prompts within 24 hours under the other policy, and the end of those hours; nil
  /// where nobody saw any.
  private(set) var busiest: (source: ExactString, end: DeviceTime)?
  /// The population of each rule in phases, by rule id.
  private(set) var phased: [ExactString: PhasedPopulation] = [:]
  /// The apps' deviations from what their policies asked for. They are not a figure, because they say nothing of the
  /// policies.
  private(set) var deviations = Deviations()
  /// The installations that would refuse the other policy, by reason.
  package private(set) var refusals = RefusalCounts()
  /// What lies ahead; nil where nobody looked, or where no installation has an event.
  package private(set) var ahead: AheadTotals?

  package init() {}

  /// Makes a summary that also counts what lies ahead.
  package init(within outlook: Outlook?) { ahead = outlook.map { AheadTotals(within: $0) } }

  /// The value of a figure.
  public subscript(figure: WhatIfFigure) -> Int {
    switch figure {
    case .before: prompts.all.before
    case .after: prompts.all.after
    case .refused: refusals.all
    case .forcedAhead: ahead?.forced ?? 0
    case .lockedOutAhead: ahead?.lockedOut ?? 0
    case .installations, .changed, .unchanged, .newly, .noLonger, .forcedBefore, .forced, .newlyForced,
      .mostADayBefore, .mostADay, .blocked, .lockedOut:
      figures[figure] ?? 0
    }
  }

  /// The installations that a share of a figure is a share of: ahead only those that were asked.
  package func whole(of figure: WhatIfFigure) -> Int {
    figure.isAhead ? ahead?.questioned ?? 0 : self[.installations]
  }

  /// Counts the prompts of one event on a device.
  mutating func record(_ moment: PolicyComparison.Moment, at time: DeviceTime, on profile: Profile) {
    prompts.record(moment, at: time, on: profile)
  }

  /// Adds the prompts of other installations.
  mutating func add(_ more: PromptTotals) { prompts += more }

  /// Counts the changes for one installation at its end.
  mutating func record(_ change: PolicyChange) {
    deviations += change.deviations
    if let part = change.ahead { ahead?.record(part) }
    count(.installations, if: true)
    count(.changed, if: change.isChange)
    count(.unchanged, if: !change.isChange)
    count(.newly, if: change.rules.contains(where: \.isNew))
    count(.noLonger, if: change.rules.contains(where: \.isGone))
    count(.blocked, if: change.isBlocked)
    count(.lockedOut, if: change.isLockedOut)
    if let refused = change.refused { refusals.add(refused) }
    noteForce(change)
    noteBusiestDay(change)
    for (rule, draw) in change.phased.entries {
      if phased[rule.id] == nil { phased[rule.id] = PhasedPopulation(of: rule) }
      phased[rule.id]?.add(draw: draw)
    }
    for rule in change.rules {
      let key = RuleKey(rule: rule.rule, kind: rule.kind)
      rules[key, default: Rule()].newly += rule.isNew ? 1 : 0
      rules[key, default: Rule()].noLonger += rule.isGone ? 1 : 0
      rules[key, default: Rule()].still += rule.isNew || rule.isGone ? 0 : 1
      rules[key, default: Rule()].prompts += PromptPair(before: rule.before, after: rule.after)
    }
  }

  private mutating func noteForce(_ change: PolicyChange) {
    count(.forcedBefore, if: change.firstForceBefore != nil)
    count(.forced, if: change.firstForceAfter != nil)
    count(.newlyForced, if: change.firstForceAfter != nil && change.firstForceBefore == nil)
    if let force = change.firstForceBefore { forced[force.time.dayInUTC, default: PromptPair()].before += 1 }
    if let force = change.firstForceAfter { forced[force.time.dayInUTC, default: PromptPair()].after += 1 }
  }

  private mutating func noteBusiestDay(_ change: PolicyChange) {
    let (before, after) = (change.busiestDayBefore, change.busiestDayAfter)
    figures[.mostADayBefore] = max(self[.mostADayBefore], before.prompts)
    guard after.prompts > self[.mostADay], let end = after.end else { return }
    figures[.mostADay] = after.prompts
    busiest = (change.source, end)
  }

  private mutating func count(_ figure: WhatIfFigure, if isSo: Bool) { figures[figure, default: 0] += isSo ? 1 : 0 }
}

extension WhatIfSummary {
  /// Says that phones would not take the other policy, so that no figure promises anything about them, or would not take
  /// it yet; none where all take it.
  ///
  /// - Parameter document: the document's name in a command.
  package func refusedWords(_ document: String) -> [String] { refusals.words(of: self[.installations], document) }
}

extension WhatIfFigure: LimitedFigure {
  package static var wholes: String { "installations" }
  package var isShare: Bool { isShareOfInstallations }
}

extension WhatIfSummary: FigureSummary {}
