/// One entry of a policy: for whom, when and how often which prompt is shown.
public final class Rule: Sendable {
  /// `update:7`, `message:auto-0123456789ab`: under which the showings are counted.
  public let id: ExactString
  public let kind: PromptKind
  /// Filters by property, in the order of the document; all must match.
  public let filters: [Filter]
  public let condition: VersionCondition
  /// Hundredths of a percent of the installations, 0 to 10,000.
  public let rollout: Int
  public let displayAfter: WindowDate?
  public let displayBefore: WindowDate?
  /// Nil for unlimited.
  public let maxDisplayCount: Int?
  /// Milliseconds between two showings; 0 for none.
  public let displayPeriod: Int64
  /// The app that the prompt is about, where that may be another one.
  public let targetPackageName: ExactString?
  public let descriptions: Descriptions
  /// Where the button leads on Android, and elsewhere.
  public let destinations: Destinations
  /// Whether an optional update has the button `skip`.
  public let isSkippable: Bool
  /// Where in the document the rule stands, and the keys in it by name.
  public let source: RuleSource

  /// Where a prompt's button leads.
  public struct Destinations: Hashable, Sendable {
    public let onAndroid: ExactString?
    public let elsewhere: ExactString?
    public init(onAndroid: ExactString?, elsewhere: ExactString?) {
      self.onAndroid = onAndroid
      self.elsewhere = elsewhere
    }
  }

  public init(
    id: ExactString, kind: PromptKind, filters: [Filter] = [], condition: VersionCondition = .none,
    rollout: Int = 10_000, displayAfter: WindowDate? = nil, displayBefore: WindowDate? = nil,
    maxDisplayCount: Int? = nil, displayPeriod: Int64 = 0, targetPackageName: ExactString? = nil,
    descriptions: Descriptions, destinations: Destinations, isSkippable: Bool = false, source: RuleSource = RuleSource()
  ) {
    self.id = id
    self.kind = kind
    self.filters = filters
    self.condition = condition
    self.rollout = rollout
    self.displayAfter = displayAfter
    self.displayBefore = displayBefore
    self.maxDisplayCount = maxDisplayCount
    self.displayPeriod = displayPeriod
    self.targetPackageName = targetPackageName
    self.descriptions = descriptions
    self.destinations = destinations
    self.isSkippable = isSkippable
    self.source = source
  }

  /// Makes a copy of a rule with another rollout.
  init(_ rule: Rule, rollout: Int) {
    (id, kind, filters, condition) = (rule.id, rule.kind, rule.filters, rule.condition)
    self.rollout = rollout
    (displayAfter, displayBefore) = (rule.displayAfter, rule.displayBefore)
    (maxDisplayCount, displayPeriod) = (rule.maxDisplayCount, rule.displayPeriod)
    (targetPackageName, descriptions) = (rule.targetPackageName, rule.descriptions)
    (destinations, isSkippable, source) = (rule.destinations, rule.isSkippable, rule.source)
  }
}

/// Where a rule stands in its document, so that an explanation can point at it.
public struct RuleSource: Sendable {
  /// The rule itself.
  public let place: DocumentPlace?
  /// The values of its keys by JSON pointer below the rule, such as `/filters/appVersionName`.
  public let keys: [String: DocumentPlace]

  public init(place: DocumentPlace? = nil, keys: [String: DocumentPlace] = [:]) {
    self.place = place
    self.keys = keys
  }
}
