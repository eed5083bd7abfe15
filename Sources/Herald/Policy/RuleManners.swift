/// A rule's triggers, limits, deadline and variants, beyond its filters, dates and counts; every part is optional.
public struct RuleManners: Sendable {
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
  /// Texts for shares of the installations.
  public var variants: [RuleVariant] = []
  /// The limits, holdout and quiet hours that the document sets for all rules together; nil for none.
  public var attention: Attention?

  /// True if the policy's author, and not a store, names the release date of the target.
  public var isReleaseOfAuthor = false

  /// Makes manners that set nothing.
  public init() {}

  /// A copy with changes.
  public func with(_ change: (inout RuleManners) -> Void) -> RuleManners {
    var copy = self
    change(&copy)
    return copy
  }

  /// True if they may raise a kind: only an optional update's.
  func raises(_ kind: PromptKind) -> Bool {
    kind == .optional && (deadline != nil || !forceUpdateTypes.isEmpty)
  }
}
