/// A rule's triggers, limits, deadline and variants, beyond its filters, dates and counts; every part is optional.
public struct RulePacing: Sendable {
  /// The triggers at which the rule is asked; nil for the triggers of its kind.
  public var triggers: RuleTriggers?
  /// The segments within and outside which the rule is shown.
  public var segments: [SegmentTerm] = []
  /// The changes of version that the rule is for; nil for all.
  public var updateTypes: Set<VersionChange>?
  /// The age in milliseconds that the release must have; nil for none.
  public var releasedFor: Int64?
  /// The most showings of the rule in spans of time.
  public var caps: [FrequencyCap] = []
  /// The groups whose limits the rule shares.
  public var groups: [ExactString] = []
  /// The changes of version that make an optional update a forced one.
  public var forceUpdateTypes: Set<VersionChange> = []
  /// The moment from which an optional update cannot be put off; nil for never.
  public var deadline: Deadline?
  /// The time of day at which this rule is not shown, beside the document's; nil for none.
  public var quietHours: QuietHours?
  /// The installations that do not see this rule, beside the document's; nil for none.
  public var holdout: Holdout?
  /// The days of the week on which the rule is shown; nil for all.
  public var weekdays: Set<Weekday>?
  /// The texts from the moment at which an optional update became a forced one; nil for the usual ones.
  public var forcedDescriptions: Descriptions?
  /// True if a text has a placeholder such as `{deadline}`.
  package var hasPlaceholders = false
  /// Texts for shares of the installations.
  public var variants: [RuleVariant] = []
  /// The limits, holdout and quiet hours that the document sets for all rules together; nil for none.
  public var attention: Attention?

  /// True if ``Rule/maxDisplayCount`` counts the showings of the offered version alone: a house rule, of a format whose
  /// rule keeps its id while the version rises.
  public var countsTarget = false

  /// True if the policy's author, and not a store, names the release date of the target.
  public var isReleaseOfAuthor = false

  /// True if the document names the release date in a form that cannot be read.
  public var isReleaseUnread = false

  /// Makes manners that set nothing.
  public init() {}

  /// A copy with changes.
  public func with(_ change: (inout RulePacing) -> Void) -> RulePacing {
    var copy = self
    change(&copy)
    return copy
  }

  /// True if they may raise a kind: only an optional update's.
  func raises(_ kind: PromptKind) -> Bool {
    kind == .optional && (deadline != nil || !forceUpdateTypes.isEmpty)
  }
}

/// The triggers at which a rule is asked, where its document names them.
public struct RuleTriggers: Hashable, Sendable {
  /// The triggers, in the order of the document.
  public let triggers: [Trigger]
  /// The operations at which the rule is asked, beside the triggers.
  public let operations: [ExactString]

  /// Names triggers and operations; together at least one.
  public init(_ triggers: [Trigger], operations: [ExactString] = []) {
    self.triggers = triggers
    self.operations = operations
  }

  /// True if any question with a trigger may be at one of them.
  package func mayContain(_ trigger: Trigger) -> Bool {
    triggers.contains(trigger) || trigger == .operation && !operations.isEmpty
  }

  /// As the document writes them, such as `launch, operation:pay`.
  var words: String {
    (triggers.map(\.rawValue) + operations.map { "operation:\($0)" }).joined(separator: ", ")
  }
}

/// One of several texts of a rule, for a share of the installations, to learn which text does better.
public struct RuleVariant: Sendable {
  /// The name, which showings carry.
  public let id: ExactString
  /// The share, relative to the sum of all weights; 0 to 10,000.
  public let weight: Int
  /// The texts; a device without one of them sees the rule's own.
  public let descriptions: Descriptions

  /// Names a variant.
  public init(id: ExactString, weight: Int, descriptions: Descriptions = Descriptions([])) {
    self.id = id
    self.weight = weight
    self.descriptions = descriptions
  }
}

/// A named set of devices, for all rules of a policy.
///
/// A class, because thousands of rules may name one segment with thousands of filters.
public final class Segment: Sendable {
  /// The name under which rules use it.
  public let name: ExactString
  /// Filters by property; a device that matches all belongs to the segment.
  public let filters: [Filter]

  /// Names a set of devices.
  public init(name: ExactString, filters: [Filter]) {
    self.name = name
    self.filters = filters
  }
}

/// A rule's condition on a segment.
public struct SegmentTerm: Sendable {
  /// The segment.
  public let segment: Segment
  /// True for `inSegments`, false for `notInSegments`.
  public let isWanted: Bool

  /// Makes a condition on devices within a segment, or outside it.
  public init(_ segment: Segment, isWanted: Bool) {
    self.segment = segment
    self.isWanted = isWanted
  }

  /// The key of the document.
  var key: String { isWanted ? "/inSegments" : "/notInSegments" }
}

/// The cause of a decision.
public enum Trigger: String, Hashable, Sendable, CaseIterable {
  /// A fetch with this cause ended.
  case launch, login, schedule, heartbeat, manual
  /// The user came back to the app.
  case foreground
  /// The user began a critical action.
  case operation
}
