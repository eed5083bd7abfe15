/// An edit of one key of a rule with which a device passes a test.
public enum RuleEdit: Hashable, Sendable {
  /// `maxDisplayCount` has this value.
  case maxDisplayCount(Int)
  /// `displayPeriodInHours` has this value, in whole hours; 0 for no period.
  case displayPeriod(hours: Int64)
  /// `releasedForDays` has this value, in whole days; nil for no age.
  case releasedFor(days: Int64?)
  /// `displayAfterDate` is this moment or earlier.
  case displayAfter(Timestamp)
  /// `displayBeforeDate` is this moment or later.
  case displayBefore(Timestamp)
  /// `filters` has another text for a property; nil for no filter on it.
  case filter(ExactString, String?)
  /// `descriptions` has a text for every language, under `*`.
  case textForEveryLanguage

  /// The key's place below the rule, as a JSON pointer.
  public var key: String {
    switch self {
    case .maxDisplayCount: "/maxDisplayCount"
    case .displayPeriod: "/displayPeriodInHours"
    case .releasedFor: "/releasedForDays"
    case .displayAfter: "/displayAfterDate"
    case .displayBefore: "/displayBeforeDate"
    case .filter(let property, _): "/filters/\(JSONPointer.token(property.string))"
    case .textForEveryLanguage: "/descriptions/*"
    }
  }

  /// The key's new value as text; nil for a key that is removed, and for texts.
  public var value: String? {
    switch self {
    case .maxDisplayCount(let count): String(count)
    case .displayPeriod(let hours): String(hours)
    case .releasedFor(let days): days.map { String($0) }
    case .displayAfter(let moment), .displayBefore(let moment): moment.description
    case .filter(_, let text): text
    case .textForEveryLanguage: nil
    }
  }

  /// The edited rule.
  func apply(to rule: Rule) -> Rule {
    switch self {
    case .maxDisplayCount(let count): Rule(rule, maxDisplayCount: count)
    case .displayPeriod(let hours): Rule(rule, displayPeriod: hours * LengthOfTime.hour)
    case .releasedFor(let days):
      Rule(rule, pacing: rule.pacing.with { $0.releasedFor = days.map { $0 * LengthOfTime.day } })
    case .displayAfter(let moment): Rule(rule, displayAfter: WindowDate(moment, text: moment.description))
    case .displayBefore(let moment): Rule(rule, displayBefore: WindowDate(moment, text: moment.description))
    case .filter(let property, let text):
      Rule(
        rule,
        filters: rule.filters.compactMap { filter in
          filter.property == property ? text.map { Filter(property: property, text: $0) } : filter
        })
    case .textForEveryLanguage: Rule(rule, descriptions: rule.descriptions.forEveryLanguage)
    }
  }
}

extension Descriptions {
  /// The same texts, and under `*` the texts of the first language.
  fileprivate var forEveryLanguage: Descriptions {
    let texts = entries.first?.texts ?? PromptTexts(message: "…")
    return Descriptions(entries.filter { $0.key != "*" } + [Entry(key: "*", texts: texts)])
  }
}
