/// What is known of one installation after some of its events: never stored as a fact, always derived.
///
/// Its properties stand in the order in which they leave no gaps: with what a replay adds, a state fills three lines of a
/// processor's cache, and waiting for these is much of a replay's time.
public struct InstallationState: Sendable {
  /// The place of the last event in the stream; 0 is the empty stream.
  public package(set) var revision = 0
  /// What the last launch said of device and app.
  public package(set) var profile = Profile.empty
  /// Who is signed in; nil for nobody.
  public package(set) var user: ExactString?
  /// The last accepted policy.
  public package(set) var policy: Policy?
  /// A push that asked for an update and waits for its moment.
  public package(set) var latch: Latch?
  /// What was shown and answered, by rule.
  public package(set) var records = ShowingRecords()
  /// The newest document accepted since the first launch, by family of formats.
  package var newest: [PublishOrder] = []
  /// The prompt on the screen.
  public package(set) var visible: VisiblePrompt?
  public package(set) var counts = EventCounts()
  /// Failed fetches since the last successful one.
  public package(set) var failures = 0
  /// The time of the last event of a known type: against it a clock set back shows.
  package var lastTime: Timestamp?
  /// When a policy was last asked for, successfully or not.
  public package(set) var lastCheck: Timestamp?
  /// Why the document that came last is not in force; nil after one was accepted.
  public package(set) var refused: Refusal?

  /// The state of the empty stream.
  public init() {}

  /// The property that the last launch gave; nil where it gave none.
  public subscript(property: ExactString) -> ExactString? { profile[property] }
}

/// How often what happened.
public struct EventCounts: Hashable, Sendable {
  @Tally public package(set) var launches: Int
  @Tally public package(set) var returns: Int
  @Tally public package(set) var operations: Int
  /// Buttons of a prompt that was not on the screen.
  @Tally public package(set) var strayButtons: Int
  @Tally public package(set) var ignoredPushes: Int
  /// Events whose clock was behind the event before.
  @Tally public package(set) var clockSteps: Int
  @Tally public package(set) var unknownEvents: Int
  public init() {}

  /// A count in half the room of an `Int`, because there is a state for each of many installations: 0 to 4,294,967,295,
  /// where it stays.
  @propertyWrapper
  public struct Tally: Hashable, Sendable {
    private var count: UInt32 = 0
    /// Nothing was counted yet.
    public init() {}
    /// The count; a negative one becomes 0, one that is too large the largest.
    public var wrappedValue: Int {
      get { Int(count) }
      set { count = UInt32(clamping: newValue) }
    }
  }
}

/// A document that did not become the policy in force.
public struct Refusal: Hashable, Sendable {
  public let digest: ExactString
  public let reason: RefusalReason
  public init(digest: ExactString, reason: RefusalReason) {
    self.digest = digest
    self.reason = reason
  }
}

/// A push that asked for an update, kept until the update is there.
public final class Latch: Hashable, Sendable {
  /// The id of the event that set it.
  public let event: ExactString
  public let url: ExactString
  public let targetVersion: ExactString?
  /// The app's version when the push came.
  public let appVersionName: ExactString?
  /// What the target version says; nil where it's none.
  let target: AppVersion?

  public init(event: ExactString, url: ExactString, targetVersion: ExactString?, appVersionName: ExactString?) {
    self.event = event
    self.url = url
    self.targetVersion = targetVersion
    self.appVersionName = appVersionName
    target = targetVersion.flatMap { AppVersion($0.string) }
  }

  public static func == (left: Latch, right: Latch) -> Bool {
    left.event == right.event && left.url == right.url && left.targetVersion == right.targetVersion
      && left.appVersionName == right.appVersionName
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(event) }
}

/// The prompt on the screen.
public struct VisiblePrompt: Hashable, Sendable {
  /// The id of the showing.
  public let prompt: ExactString
  public let rule: ExactString
  public let kind: PromptKind
  public init(prompt: ExactString, rule: ExactString, kind: PromptKind) {
    self.prompt = prompt
    self.rule = rule
    self.kind = kind
  }
}

extension InstallationState: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.revision == right.revision && left.profile == right.profile && left.user == right.user
      && left.policy?.name == right.policy?.name
      && left.refused == right.refused && left.lastCheck == right.lastCheck && left.failures == right.failures
      && left.latch == right.latch && left.visible == right.visible && left.records == right.records
      && left.counts == right.counts && left.lastTime == right.lastTime && left.newest == right.newest
  }
}
