import Herald

/// Counts the decisions that apps with trusted keys took, by what is wrong with their policies.
struct TrustCounts {
  /// The decisions of apps that trust keys.
  private(set) var decisions = 0
  /// The decisions under an unsigned policy, under a policy whose signature had expired, and under a policy that a 304
  /// renewed.
  private(set) var unsigned = 0
  private(set) var expired = 0
  private(set) var renewed = 0

  mutating func note(_ decision: Decision, in state: InstallationState) {
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
  }

  /// The counts in words; nil for a log in which no app trusts keys.
  var words: String? {
    guard decisions > 0 else { return nil }
    return
      "\(decisions.of("decision", "decisions")) of apps that verify policies: \(unsigned.grouped) under an unsigned "
      + "policy, \(expired.grouped) under an expired one, \(renewed.grouped) under a renewed one"
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
      }
    }
  }
}
