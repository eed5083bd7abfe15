/// The conditions from which on an optional update cannot be put off.
///
/// A class, because a decision looks at it for each rule, and a copy of a struct would retain all that it holds.
public final class Deadline: Sendable {
  /// The date from which the update is due; nil for none.
  public let at: WindowDate?
  /// Milliseconds after the first showing of this target; nil for no limit.
  public let afterFirstShown: Int64?
  /// Number of times `later` may be chosen for this target; nil for no limit.
  public let deferrals: Int?
  /// Milliseconds that each user has after the first showing, even past ``at``; nil for none.
  public let grace: Int64?
  /// The rule's kind from then on: ``PromptKind/force`` or ``PromptKind/exit``.
  public let becomes: PromptKind
  /// Shorter periods between showings as the deadline comes near.
  public let reminders: [Reminder]

  /// A period between showings, for the time before the deadline.
  public struct Reminder: Hashable, Sendable {
    /// Milliseconds before the deadline at which the period begins.
    public let within: Int64
    /// Milliseconds between two showings.
    public let period: Int64

    /// Makes a reminder.
    public init(within: Int64, period: Int64) {
      self.within = within
      self.period = period
    }
  }

  /// Makes a deadline; nil without a date, an age or a number of deferrals.
  public init?(
    at: WindowDate? = nil, afterFirstShown: Int64? = nil, deferrals: Int? = nil, grace: Int64? = nil,
    becomes: PromptKind = .force, reminders: [Reminder] = []
  ) {
    guard at != nil || afterFirstShown != nil || deferrals != nil else { return nil }
    self.at = at
    self.afterFirstShown = afterFirstShown
    self.deferrals = deferrals
    self.grace = grace
    self.becomes = becomes
    self.reminders = reminders
  }

  /// True if it is counted from the showings of a version, so that the rule has to name one.
  public var needsTarget: Bool { afterFirstShown != nil || deferrals != nil }

  /// The same with its date moved by some milliseconds.
  func moved(by length: Int64) -> Deadline? {
    guard let at else { return self }
    return Deadline(
      at: at.moved(by: length), afterFirstShown: afterFirstShown, deferrals: deferrals, grace: grace, becomes: becomes,
      reminders: reminders)
  }
}
