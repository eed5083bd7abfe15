import Herald

/// The keys of a document whose values are edited, and what their values are.
///
/// To edit another key, add a case and its line in ``value``.
enum EditableKey: String {
  case updates, messages
  case forceUpdate, forceExit, skippable, pushOnForeground
  case maxDisplayCount, deferrals, cap, targetVersionCode
  case displayPeriodInHours, periodInHours, intervalInHours, afterFirstShownInHours, graceInHours, withinHours
  case releasedForDays, rollout, percent
  case displayAfterDate, displayBeforeDate, releasedAt, startAt, pausedAt, at
  case from, to
  case targetVersion
  case filters, segments, reviewVersions
  case triggers, updateTypes, forceUpdateTypes, inSegments, notInSegments, groups, weekdays
  case deadline, phasedRollout, variants, holdout, quietHours, frequencyCaps, reminders

  /// The kinds of values, each with its edits.
  enum Value {
    case rules
    /// True or false.
    case flag
    /// A whole number in a range.
    case count(ClosedRange<Int>)
    /// A number of hours or days.
    case length
    /// A percentage.
    case share
    case date
    case timeOfDay
    case version
    /// The text of a filter.
    case filter
    /// An object of filters by property.
    case filters
    /// An object of filters by property, by name.
    case namedFilters
    /// A list of words; at the root an object of groups by name.
    case wordsOrGroups
    case words
    /// An object that may be left out, and whose members are edited.
    case part
    /// A list of such objects.
    case parts
    /// A value that is left out and not edited.
    case whole
  }

  var value: Value {
    switch self {
    case .updates, .messages: .rules
    case .forceUpdate, .forceExit, .skippable, .pushOnForeground: .flag
    case .maxDisplayCount: .count(0...DecimalNumber.largestInteger)
    case .deferrals: .count(1...DecimalNumber.largestInteger)
    case .cap: .count(1...32)
    case .targetVersionCode: .count(-DecimalNumber.largestInteger...DecimalNumber.largestInteger)
    case .displayPeriodInHours, .periodInHours, .intervalInHours, .afterFirstShownInHours, .graceInHours,
      .withinHours, .releasedForDays:
      .length
    case .rollout, .percent: .share
    case .displayAfterDate, .displayBeforeDate, .releasedAt, .startAt, .pausedAt, .at: .date
    case .from, .to: .timeOfDay
    case .targetVersion: .version
    case .reviewVersions: .filter
    case .filters: .filters
    case .segments: .namedFilters
    case .groups: .wordsOrGroups
    case .triggers, .updateTypes, .forceUpdateTypes, .inSegments, .notInSegments, .weekdays: .words
    case .deadline, .phasedRollout, .holdout, .quietHours: .part
    case .frequencyCaps, .reminders: .parts
    case .variants: .whole
    }
  }

  /// True for the keys that the root of a document has, apart from its rules.
  var isOfRoot: Bool {
    switch self {
    case .reviewVersions, .pushOnForeground, .segments, .groups, .frequencyCaps, .holdout, .quietHours: true
    default: false
    }
  }
}
