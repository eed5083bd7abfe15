package import Herald

/// The measurable success of a rule: an update, or the reason why a log shows none.
package enum Outcome: Equatable, Sendable {
  case update(UpdateTarget)
  /// A message asks for no update.
  case message
  /// The rule is about another app, whose versions the log does not have.
  case anotherApp
  /// The rule names no version that it leads to.
  case noTarget

  init(_ rule: Rule, in policy: Policy) {
    if rule.kind == .message {
      self = .message
    } else if let target = rule.targetPackageName, let own = policy.packageName, target.trimmed != own.trimmed {
      self = .anotherApp
    } else {
      self = UpdateTarget(rule).map { .update($0) } ?? .noTarget
    }
  }
}

extension Outcome: Comparable {
  /// Targets in their order, and then the reasons for which a rule has none.
  package static func < (left: Self, right: Self) -> Bool {
    if case .update(let left) = left, case .update(let right) = right { return left < right }
    return left.rank < right.rank
  }

  private var rank: Int {
    switch self {
    case .update: 0
    case .message: 1
    case .anotherApp: 2
    case .noTarget: 3
    }
  }
}

extension ExactString {
  fileprivate var trimmed: ExactString { ExactString(string.trimmed) }
}

extension Outcome {
  /// The word in JSON.
  package var word: StaticString {
    switch self {
    case .update: "update"
    case .message: "message"
    case .anotherApp: "anotherApp"
    case .noTarget: "noTarget"
    }
  }

  /// The reason why nothing can be measured; empty where an update can.
  package var whyNot: String {
    switch self {
    case .update: ""
    case .message: "a message asks for no update"
    case .anotherApp: "the rule is about another app, whose versions are not in the log"
    case .noTarget: "the rule names no version that it leads to"
    }
  }

  /// Advice on what to do instead; empty where an update can be measured.
  package var fix: String {
    switch self {
    case .update: ""
    case .message: "ask about a rule that leads to an update; the tables of `herald export` say who opened a message"
    case .anotherApp: "ask the log of the app that the rule is about, or ask about a rule of this app"
    case .noTarget: "give the rule a `targetVersion` or a `targetVersionCode`, or ask about a rule that has one"
    }
  }
}

/// A rule that is an experiment without an update to measure.
package struct UnmeasuredRule: Sendable {
  package let rule: ExactString
  package let why: Outcome

  /// The rule with the reason.
  package var sentence: String { "\(rule.string.shown): nothing to measure, \(why.whyNot)." }

  /// Writes the rule as one object, with the members of an experiment that a program may look at.
  package func write(into output: inout JSONWriter) {
    output.object {
      $0.member("rule", rule)
      $0.member("target", ExactString?.none)
      $0.member("question", ExactString?.none)
      $0.member("verdict", "nothingToMeasure")
      $0.member("why", "\(why.word)")
      $0.member("says", sentence)
      for name: StaticString in ["arms", "comparisons", "cautions"] { $0.member(name, [Int]()) { $0.integer($1) } }
    }
  }
}
