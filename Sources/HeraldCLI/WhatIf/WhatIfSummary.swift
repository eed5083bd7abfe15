import Herald

/// A figure about the changes under another policy.
enum WhatIfFigure: String, CaseIterable {
  /// All installations, those with a change, and those without one.
  case installations, changed, unchanged
  /// Installations that see a rule only under the other policy, and those that see a rule only under the log's own.
  case newly, noLonger
  /// Prompts under the log's own policies, and under the other one.
  case before, after
  /// Installations that an exit or a force blocks at the end, and those that one without a way out blocks, under the
  /// other policy only.
  case blocked, lockedOut
  /// Installations that end with the other policy refused, though a fetch brought it.
  case refused
}

/// The figures that are counted while logs are replayed under another policy.
struct WhatIfSummary {
  /// Prompts under the log's own policies, and under the other one.
  struct Prompts {
    var before = 0
    var after = 0
  }

  /// One rule as one kind: the installations that see it newly, no longer, and under both policies.
  struct Rule {
    var newly = 0
    var noLonger = 0
    var still = 0
    var prompts = Prompts()
  }

  struct RuleKey: Hashable {
    let rule: ExactString
    let kind: PromptKind
  }

  private var figures: [WhatIfFigure: Int] = [:]
  private(set) var rules: [RuleKey: Rule] = [:]
  /// The prompts by day in UTC, counted from 1970-01-01.
  private(set) var days: [Int64: Prompts] = [:]
  /// The prompts by the app's version at the last launch before; nil for a launch without one.
  private(set) var versions: [ExactString?: Prompts] = [:]
  private(set) var systems: [ExactString?: Prompts] = [:]
  /// What apps did otherwise than their policies asked for. It is not a figure, because it says nothing of the policies.
  private(set) var deviations = Deviations()

  subscript(figure: WhatIfFigure) -> Int { figures[figure] ?? 0 }

  /// Counts the effects of one event on a device.
  mutating func note(_ moment: PolicyComparison.Moment, at time: DeviceTime, on profile: Profile) {
    let prompts = Prompts(before: moment.before?.answer == nil ? 0 : 1, after: moment.after?.answer == nil ? 0 : 1)
    guard prompts.before + prompts.after > 0 else { return }
    figures[.before, default: 0] += prompts.before
    figures[.after, default: 0] += prompts.after
    let milliseconds = time.moment.milliseconds
    let day = (milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
    days[day, default: Prompts()] += prompts
    versions[profile[.appVersionName], default: Prompts()] += prompts
    systems[profile[.deviceOsName], default: Prompts()] += prompts
  }

  /// Counts the changes for one installation at its end.
  mutating func note(_ change: PolicyChange) {
    deviations += change.deviations
    count(.installations, if: true)
    count(.changed, if: change.isChange)
    count(.unchanged, if: !change.isChange)
    count(.newly, if: change.rules.contains(where: \.isNew))
    count(.noLonger, if: change.rules.contains(where: \.isGone))
    count(.blocked, if: change.isBlocked)
    count(.lockedOut, if: change.isLockedOut)
    count(.refused, if: change.refused != nil)
    for rule in change.rules {
      let key = RuleKey(rule: rule.rule, kind: rule.kind)
      rules[key, default: Rule()].newly += rule.isNew ? 1 : 0
      rules[key, default: Rule()].noLonger += rule.isGone ? 1 : 0
      rules[key, default: Rule()].still += rule.isNew || rule.isGone ? 0 : 1
      rules[key, default: Rule()].prompts += Prompts(before: rule.before, after: rule.after)
    }
  }

  private mutating func count(_ figure: WhatIfFigure, if isSo: Bool) { figures[figure, default: 0] += isSo ? 1 : 0 }
}

extension WhatIfSummary.Prompts {
  static func += (left: inout Self, right: Self) {
    left.before += right.before
    left.after += right.after
  }
}
