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
  /// The release date of the target; nil if the document does not name it.
  public let releasedAt: WindowDate?
  /// True if the policy's author, and not a store, names the release date. It may then lie in the future.
  public var isReleaseOfAuthor: Bool { pacing.isReleaseOfAuthor }
  /// Hundredths of a percent of the installations, 0 to 10,000.
  public let rollout: Int
  /// The steps in which the rule reaches its share; nil if it does at once.
  public let phases: RolloutPhases?
  /// The first moment of the rule's window; nil if it was always open.
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
  /// True if an optional update has the button `skip`.
  public let isSkippable: Bool
  /// The installed versions for which the rule is critical; nil for none.
  ///
  /// No skip, count, cap, budget, period, phase, age, holdout or quiet hour holds a critical rule back, and its prompt
  /// has no button `skip`.
  public let critical: VersionCondition?
  /// The circumstances in which no later rule is tested, although this one may not be shown; nil for none.
  public let closing: Closing?
  /// The triggers, limits, deadline and variants of the rule, beyond its filters, dates and counts.
  public let pacing: RulePacing
  /// True if the rule's kind may rise, by a change of version or a deadline.
  public let mayRise: Bool
  /// Other members of the rule in the document, such as the address of its release notes.
  public let remarks: [Remark]
  /// The places of the rule and its keys in the document.
  public let source: RuleSource

  /// The circumstances in which a rule is the last one that is tested.
  public enum Closing: Hashable, Sendable {
    /// Once the rule is for the device: it passes the test `filters`.
    case onDevice
    /// Once the update can be installed: the rule passes the tests `filters`, `version` and `rollout`.
    case installable
  }

  /// A member of a document that affects no decision.
  public struct Remark: Hashable, Sendable {
    /// The document's key.
    public let key: String
    /// The value; JSON where it is not a text.
    public let text: String

    /// Keeps a value.
    public init(key: String, text: String) {
      self.key = key
      self.text = text
    }
  }

  /// Makes a rule; every default sets no condition.
  ///
  /// - Parameters:
  ///   - targetVersion: nil for the target of `condition`, if it has one.
  ///   - targetVersionCode: nil for the version code of `condition`, if it has one.
  public init(
    id: ExactString, kind: PromptKind, filters: [Filter] = [], condition: VersionCondition = .none,
    targetVersion: PublishedVersion? = nil, targetVersionCode: Int? = nil, releasedAt: WindowDate? = nil,
    rollout: Int = 10_000, displayAfter: WindowDate? = nil, displayBefore: WindowDate? = nil,
    maxDisplayCount: Int? = nil, displayPeriod: Int64 = 0, targetPackageName: ExactString? = nil,
    descriptions: Descriptions, destinations: Destinations, isSkippable: Bool = false,
    phases: RolloutPhases? = nil, critical: VersionCondition? = nil, closing: Closing? = nil,
    pacing: RulePacing = RulePacing(), remarks: [Remark] = [], source: RuleSource = RuleSource()
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
    self.phases = phases
    self.critical = critical
    self.closing = closing
    self.pacing = pacing
    mayRise = pacing.raises(kind)
    self.remarks = remarks
    self.source = source
  }

  /// Makes a copy of a rule with other values; nil keeps what the rule has.
  ///
  /// - Parameter keepsRelease: false to drop the release date of the target.
  package init(
    _ rule: Rule, filters: [Filter]? = nil, rollout: Int? = nil, displayAfter: WindowDate? = nil,
    displayBefore: WindowDate? = nil, maxDisplayCount: Int? = nil, displayPeriod: Int64? = nil,
    descriptions: Descriptions? = nil, isSkippable: Bool? = nil, phases: RolloutPhases? = nil,
    pacing: RulePacing? = nil, releasedAt: WindowDate? = nil, keepsRelease: Bool = true, source: RuleSource? = nil
  ) {
    (id, kind, condition) = (rule.id, rule.kind, rule.condition)
    self.filters = filters ?? rule.filters
    (targetVersion, targetVersionCode) = (rule.targetVersion, rule.targetVersionCode)
    self.releasedAt = keepsRelease ? releasedAt ?? rule.releasedAt : nil
    self.rollout = rollout ?? rule.rollout
    self.displayAfter = displayAfter ?? rule.displayAfter
    self.displayBefore = displayBefore ?? rule.displayBefore
    self.maxDisplayCount = maxDisplayCount ?? rule.maxDisplayCount
    self.displayPeriod = displayPeriod ?? rule.displayPeriod
    targetPackageName = rule.targetPackageName
    self.descriptions = descriptions ?? rule.descriptions
    destinations = rule.destinations
    self.isSkippable = isSkippable ?? rule.isSkippable
    let isBelieved = keepsRelease || rule.phases?.isFromRelease != true
    self.phases = phases ?? (isBelieved ? rule.phases : nil)
    (critical, closing, remarks) = (rule.critical, rule.closing, rule.remarks)
    self.pacing = pacing ?? rule.pacing
    mayRise = self.pacing.raises(kind)
    self.source = source ?? rule.source
  }

  /// False for a target that is released after a moment.
  func isReleased(at time: DeviceTime) -> Bool {
    isReleaseOfAuthor || releasedAt.map { $0.distance(to: time) >= 0 } ?? true
  }
}

/// The place of a rule in its document, for explanations.
public struct RuleSource: Sendable {
  /// The rule itself.
  public let place: DocumentPlace?
  /// The values of its keys by JSON pointer below the rule, such as `/filters/appVersionName`.
  public let keys: [String: DocumentPlace]
  /// The id that the document gives the rule where an earlier rule has it too; nil where the rule has the id that is
  /// written.
  package let repeatedID: ExactString?
  /// The names of the house rules of the app that set something of the rule; empty where the document alone does.
  package private(set) var houseRules: Set<String> = []

  /// Names the places; without them an explanation points nowhere.
  public init(place: DocumentPlace? = nil, keys: [String: DocumentPlace] = [:]) {
    self.init(place: place, keys: keys, repeatedID: nil)
  }

  /// Names the places of a rule whose id an earlier rule has.
  package init(place: DocumentPlace?, keys: [String: DocumentPlace], repeatedID: ExactString?) {
    self.place = place
    self.keys = keys
    self.repeatedID = repeatedID
  }

  /// The same source, with the house rules of the app that set something of the rule.
  package func taking(_ houseRules: Set<String>) -> RuleSource {
    var source = self
    source.houseRules = houseRules
    return source
  }
}

extension Rule {
  /// The URLs of a prompt's button.
  public struct Destinations: Hashable, Sendable {
    /// The URL on Android; nil if the button leads nowhere.
    public let onAndroid: ExactString?
    /// The URL on other systems; nil if the button leads nowhere.
    public let elsewhere: ExactString?
    /// A page for some installed versions, which cannot update by themselves; nil for none.
    public let page: Page?

    /// Names both destinations.
    public init(onAndroid: ExactString?, elsewhere: ExactString?, page: Page? = nil) {
      self.onAndroid = onAndroid
      self.elsewhere = elsewhere
      self.page = page
    }
  }

  /// A page to which the prompt leads on some installed versions.
  public struct Page: Hashable, Sendable {
    /// The page's URL.
    public let url: ExactString
    /// The installed versions that the page is for.
    public let versions: [PublishedVersion]
    /// The installed version that they are compared with.
    public let basis: InstalledBasis

    /// Names a page.
    public init(url: ExactString, versions: [PublishedVersion], basis: InstalledBasis = .build) {
      self.url = url
      self.versions = versions
      self.basis = basis
    }
  }
}

extension Rule {
  /// Hundredths of a percent as a document writes them: `12.5` for 1250.
  package static func percentage(_ hundredths: Int) -> String {
    let fraction = hundredths % 100
    let digits = fraction % 10 == 0 ? "\(fraction / 10)" : "\(fraction / 10)\(fraction % 10)"
    return "\(hundredths / 100)" + (fraction == 0 ? "" : ".\(digits)")
  }

  /// The same with its sign, such as `12.5 %`.
  package static func percent(_ hundredths: Int) -> String { "\(percentage(hundredths)) %" }
}
