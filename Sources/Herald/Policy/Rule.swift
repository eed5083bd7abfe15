/// One entry of a policy: a prompt, and the conditions under which it is shown.
///
/// ```swift
/// let rule = Rule(
///   id: "update:7", kind: .optional, filters: [Filter(property: .deviceOsName, text: "android")], rollout: 2_500,
///   descriptions: Descriptions([]), destinations: Rule.Destinations(onAndroid: url, elsewhere: nil))
/// ```
public final class Rule: Sendable {
  /// The id that showings are counted by, such as `update:7` or `message:auto-0123456789ab`.
  public let id: ExactString
  /// The kind of the prompt.
  public let kind: PromptKind
  /// Filters by property, in the order of the document; all must match.
  public let filters: [Filter]
  /// The condition on the installed version.
  public let condition: VersionCondition
  /// The version that the rule leads to; nil if the document names none.
  ///
  /// Skipping remembers it. ``condition`` alone says which installed versions the rule is for.
  public let targetVersion: PublishedVersion?
  /// The version code that the rule leads to; nil if the document names none.
  public let targetVersionCode: Int?
  /// When the target was released; nil if the document does not say.
  public let releasedAt: WindowDate?
  /// Hundredths of a percent of the installations, 0 to 10,000.
  public let rollout: Int
  /// When the rule's window opens; nil if it was always open.
  public let displayAfter: WindowDate?
  /// The last moment of the rule's window; nil if it never closes.
  public let displayBefore: WindowDate?
  /// The most showings on one installation; nil for unlimited.
  public let maxDisplayCount: Int?
  /// Milliseconds between two showings; 0 for none.
  public let displayPeriod: Int64
  /// The app that the prompt is about; nil for the app itself.
  public let targetPackageName: ExactString?
  /// The prompt's texts by language.
  public let descriptions: Descriptions
  /// The URLs of the button, on Android and elsewhere.
  public let destinations: Destinations
  /// Whether an optional update has the button `skip`.
  public let isSkippable: Bool
  /// The rule's place in the document, and those of its keys.
  public let source: RuleSource

  /// The URLs of a prompt's button.
  public struct Destinations: Hashable, Sendable {
    /// The URL on Android; nil if the button leads nowhere.
    public let onAndroid: ExactString?
    /// The URL on other systems; nil if the button leads nowhere.
    public let elsewhere: ExactString?
    /// Names both destinations.
    public init(onAndroid: ExactString?, elsewhere: ExactString?) {
      self.onAndroid = onAndroid
      self.elsewhere = elsewhere
    }
  }

  /// Makes a rule; every parameter with a default asks nothing.
  ///
  /// - Parameters:
  ///   - targetVersion: nil for the target of `condition`, if it has one.
  ///   - targetVersionCode: nil for the version code of `condition`, if it has one.
  public init(
    id: ExactString, kind: PromptKind, filters: [Filter] = [], condition: VersionCondition = .none,
    targetVersion: PublishedVersion? = nil, targetVersionCode: Int? = nil, releasedAt: WindowDate? = nil,
    rollout: Int = 10_000, displayAfter: WindowDate? = nil, displayBefore: WindowDate? = nil,
    maxDisplayCount: Int? = nil, displayPeriod: Int64 = 0, targetPackageName: ExactString? = nil,
    descriptions: Descriptions, destinations: Destinations, isSkippable: Bool = false, source: RuleSource = RuleSource()
  ) {
    self.id = id
    self.kind = kind
    self.filters = filters
    self.condition = condition
    self.targetVersion = targetVersion ?? condition.target
    self.targetVersionCode = targetVersionCode ?? condition.targetCode
    self.releasedAt = releasedAt
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
    (targetVersion, targetVersionCode, releasedAt) = (rule.targetVersion, rule.targetVersionCode, rule.releasedAt)
    self.rollout = rollout
    (displayAfter, displayBefore) = (rule.displayAfter, rule.displayBefore)
    (maxDisplayCount, displayPeriod) = (rule.maxDisplayCount, rule.displayPeriod)
    (targetPackageName, descriptions) = (rule.targetPackageName, rule.descriptions)
    (destinations, isSkippable, source) = (rule.destinations, rule.isSkippable, rule.source)
  }
}

/// The place of a rule in its document, for explanations.
public struct RuleSource: Sendable {
  /// The rule itself.
  public let place: DocumentPlace?
  /// The values of its keys by JSON pointer below the rule, such as `/filters/appVersionName`.
  public let keys: [String: DocumentPlace]

  /// Names the places; without them an explanation points nowhere.
  public init(place: DocumentPlace? = nil, keys: [String: DocumentPlace] = [:]) {
    self.place = place
    self.keys = keys
  }
}
