/// When and how a rule asks, beyond its filters, dates and counts; every part is optional.
public struct RuleManners: Sendable {
  /// Where the rule is asked; nil for the triggers of its kind.
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
  /// When an optional update becomes one that cannot be put off; nil for never.
  public var deadline: Deadline?
  /// Texts for shares of the installations.
  public var variants: [RuleVariant] = []
  /// What the document asks of all rules together; nil for nothing.
  public var attention: Attention?

  /// Whether the policy's author says when the target is released, and not a store.
  public var isReleaseOfAuthor = false

  /// Asks nothing.
  public init() {}

  /// A copy with changes.
  public func with(_ change: (inout RuleManners) -> Void) -> RuleManners {
    var copy = self
    change(&copy)
    return copy
  }

  /// Whether they may make more of a kind than it is: only of an optional update.
  func raises(_ kind: PromptKind) -> Bool {
    kind == .optional && (deadline != nil || !forceUpdateTypes.isEmpty)
  }
}
