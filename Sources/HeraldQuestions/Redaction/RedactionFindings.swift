package import Herald

/// The effects of redacting a log: what was removed, and which decisions and states differ.
package struct RedactionFindings: Sendable {
  /// The number of events.
  package internal(set) var events = 0
  /// The number of installations.
  package internal(set) var installations = 0
  /// The properties that were left out or coarsened, with the number of launches. At most ``namesAtMost`` names.
  package internal(set) var leftOut: [ExactString: Int] = [:]
  /// The number of keys and attributes that Herald doesn't know, over all lines.
  package internal(set) var unknownMembers = 0
  /// The number of events of an unknown type, or of a newer version of a known type.
  package internal(set) var unknownEvents = 0
  /// The documents by digest. A redacted log contains them unchanged.
  package internal(set) var documents: [ExactString: DocumentKind] = [:]
  /// The number of decisions.
  package internal(set) var decisions = 0
  /// The number of decisions that differ from those on the original.
  package internal(set) var changedDecisions = 0
  /// The number of installations whose last state differs by more than its names.
  package internal(set) var changedStates = 0
  /// The number of installations whose decisions or last state differ.
  package internal(set) var changedInstallations = 0
  /// The pseudonyms of the first five of them.
  package internal(set) var examples: [ExactString] = []
  /// The causes of changed decisions, with the number of decisions. One decision may have several causes.
  package internal(set) var causes: [ChangeCause: Int] = [:]
  /// The aspects in which last states differ, with the number of installations.
  package internal(set) var aspects: [StateAspect: Int] = [:]

  package init() {}

  /// True if all decisions and last states are the same except for names.
  package var isFaithful: Bool { changedInstallations == 0 }

  /// The kind of a document, by the persons whose data it may contain.
  package enum DocumentKind: Sendable {
    /// A policy, the same for everybody.
    case policy
    /// The answer to a person's login.
    case login
    /// A document that Herald could not read as a policy. It may contain anything.
    case refused
  }

  /// The most names and causes that are kept, 1,000, so that a hostile log cannot fill the memory.
  package static let namesAtMost = 1000
  static let examplesAtMost = 5

  mutating func note(_ cause: ChangeCause) {
    guard causes[cause] != nil || causes.count < Self.namesAtMost else { return }
    causes[cause, default: 0] += 1
  }

  mutating func noteLeftOut(_ name: ExactString) {
    guard leftOut[name] != nil || leftOut.count < Self.namesAtMost else { return }
    leftOut[name, default: 0] += 1
  }
}

/// A cause of a decision that differs from the one on the original.
package struct ChangeCause: Hashable, Sendable {
  /// The rule with another result; nil where the decision ended before the rules, or all rules have the same results.
  package let rule: ExactString?
  /// The first test of the rule with another result; nil without a rule.
  package let test: RuleTest?
  /// The changed input.
  package let subject: Subject

  /// A changed input of a decision.
  package enum Subject: Hashable, Sendable {
    /// The installation's name, which decides on roll-outs.
    case source
    /// A property, dropped or coarsened.
    case property(ExactString)
    /// A time that was rounded, or lost its zone.
    case time
    /// The state, which differed before.
    case state
  }
}

/// A part of an installation's state: a name of its JSON, or `order` for the newest document's order and the last time.
package struct StateAspect: RawRepresentable, Hashable, Sendable {
  /// The name, such as `records`.
  package let rawValue: String
  /// Makes a part with a name.
  package init(rawValue: String) { self.rawValue = rawValue }
}
