import Herald

/// What another policy changes, counted.
enum WhatIfFigure: String, CaseIterable {
  /// All installations, those that something changes for, and the others.
  case installations, changed, unchanged
  /// Installations that see a rule which they did not see in the log, and that no longer see one which they did.
  case newly, noLonger
  /// Prompts in the log, and under the other policy.
  case before, after
  /// Installations that end before an exit or a force, and before one that leads nowhere, and did not in the log.
  case blocked, lockedOut
  /// Installations that end with the other policy refused, though a fetch brought it.
  case refused
}

/// The figures that are counted while logs are replayed under another policy.
struct WhatIfSummary {
  /// Prompts in the log, and under the other policy.
  struct Prompts {
    var before = 0
    var after = 0
  }

  /// One rule as one kind: how many installations newly see it, no longer see it, and see it in both lives.
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
  /// By day in UTC, counted from 1970-01-01.
  private(set) var days: [Int64: Prompts] = [:]
  /// As the device said at the last launch before the prompt; nil where it said nothing.
  private(set) var versions: [ExactString?: Prompts] = [:]
  private(set) var systems: [ExactString?: Prompts] = [:]

  subscript(figure: WhatIfFigure) -> Int { figures[figure] ?? 0 }

  /// Counts what one event brought on a device.
  mutating func note(_ moment: PolicyComparison.Moment, at time: DeviceTime, on profile: Profile) {
    let prompts = Prompts(before: moment.before == nil ? 0 : 1, after: moment.after?.answer == nil ? 0 : 1)
    guard prompts.before + prompts.after > 0 else { return }
    figures[.before, default: 0] += prompts.before
    figures[.after, default: 0] += prompts.after
    let milliseconds = time.moment.milliseconds
    let day = (milliseconds - (milliseconds % 86_400_000 + 86_400_000) % 86_400_000) / 86_400_000
    days[day, default: Prompts()] += prompts
    versions[profile[.appVersionName], default: Prompts()] += prompts
    systems[profile[.deviceOsName], default: Prompts()] += prompts
  }

  /// Counts what has changed for one installation in the end.
  mutating func note(_ change: PolicyChange) {
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
