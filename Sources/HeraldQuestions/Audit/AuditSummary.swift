import Herald

/// The counts of an audit.
struct AuditSummary {
  var installations = 0
  /// Installations with an event of a known type.
  var known = 0
  var verdicts: [AuditVerdict: Int] = [:]
  var refusedDocuments = 0
  var clockSteps = 0
  var clocksOff = ClocksOff()
  var strayButtons = 0
  var ignoredPushes = 0
  var unknownEvents = 0
  var duplicates = 0
  /// Installations whose app version is missing or not a version, by their last state.
  var notComparable = 0
  /// Prompts at the beginning of an installation whose first events were forgotten, with the decision on them.
  var beforeAnchor = 0
  var trust = TrustCounts()
  /// Nil unless budgets are checked.
  var budget: Budget?

  /// Showings with which a user saw more than a budget allows.
  struct Budget {
    /// Those that the budget should have held back.
    var exceeded = 0
    /// Forces, exits, pushes, and prompts that the user asked for.
    var byRight = 0
    /// Showings behind revisions that are missing, which are compared with no budget.
    var unknown = 0
  }

  init(checksBudget: Bool) { budget = checksBudget ? Budget() : nil }

  /// Adds the counts of other installations of the same log.
  static func += (left: inout Self, right: Self) {
    left.installations += right.installations
    left.known += right.known
    left.verdicts.merge(right.verdicts, uniquingKeysWith: +)
    left.refusedDocuments += right.refusedDocuments
    left.clockSteps += right.clockSteps
    left.clocksOff.add(right.clocksOff)
    left.strayButtons += right.strayButtons
    left.ignoredPushes += right.ignoredPushes
    left.unknownEvents += right.unknownEvents
    left.duplicates += right.duplicates
    left.notComparable += right.notComparable
    left.beforeAnchor += right.beforeAnchor
    left.trust += right.trust
    if let budget = right.budget {
      left.budget = Budget(
        exceeded: (left.budget?.exceeded ?? 0) + budget.exceeded, byRight: (left.budget?.byRight ?? 0) + budget.byRight,
        unknown: (left.budget?.unknown ?? 0) + budget.unknown)
    }
  }

  var disagreements: Int { verdicts.filter(\.key.isDisagreement).values.reduce(0, +) + (budget?.exceeded ?? 0) }
}

/// Counts the decisions that apps with trusted keys took, by what is wrong with their policies.
struct TrustCounts {
  /// The decisions of apps that trust keys.
  private(set) var decisions = 0
  /// The decisions under an unsigned policy, under a policy whose signature had expired, and under a policy that a 304
  /// renewed.
  private(set) var unsigned = 0
  private(set) var expired = 0
  private(set) var renewed = 0
  /// The installations that accept no document, because too few keys of their `trust` can be read, by their last state.
  private(set) var unreadable = 0

  mutating func end(_ state: InstallationState) { unreadable += state.trust?.fault == nil ? 0 : 1 }

  mutating func record(_ decision: Decision, in state: InstallationState) {
    guard state.trust != nil else { return }
    decisions += 1
    guard let policy = state.policy else { return }
    if policy.signature == nil { unsigned += 1 }
    if let expires = state.expires, expires < decision.question.now.moment { expired += 1 }
    if policy.signature?.isRenewed == true { renewed += 1 }
  }

  static func += (left: inout Self, right: Self) {
    left.decisions += right.decisions
    left.unsigned += right.unsigned
    left.expired += right.expired
    left.renewed += right.renewed
    left.unreadable += right.unreadable
  }

  /// The counts in words; nil for a log in which no app trusts keys.
  var words: String? {
    guard decisions > 0 else { return nil }
    return
      "\(decisions.of("decision", "decisions")) of apps that verify policies: \(unsigned.grouped) under an unsigned "
      + "policy, \(expired.grouped) under an expired one, \(renewed.grouped) under a renewed one"
      + (unreadable == 0
        ? ""
        : "; \(unreadable.of("installation accepts", "installations accept")) no document, because the app's `trust` "
          + "cannot be read")
  }

  /// Appends `"trust":{…}`; nothing for a log in which no app trusts keys.
  func write(into output: inout JSONWriter) {
    guard decisions > 0 else { return }
    output.member("trust") {
      $0.object {
        $0.member("decisions", decisions)
        $0.member("unsigned", unsigned)
        $0.member("expired", expired)
        $0.member("renewed", renewed)
        if unreadable > 0 { $0.member("unreadable", unreadable) }
      }
    }
  }
}
