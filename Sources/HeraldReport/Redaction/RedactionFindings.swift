public import Herald

/// What redacting a log did to it, and what it changed in what follows from the log.
public struct RedactionFindings: Sendable {
  public var events = 0
  public var installations = 0
  /// Properties that were left out or coarsened, by name: in how many launches. Not more than ``namesAtMost``.
  public internal(set) var leftOut: [ExactString: Int] = [:]
  /// Keys and attributes that Herald doesn't know, each time one stood in a line.
  public internal(set) var unknownMembers = 0
  /// Events of an unknown type, or of a newer version of a known one.
  public internal(set) var unknownEvents = 0
  /// The documents, which are told byte for byte, by digest.
  public internal(set) var documents: [ExactString: DocumentKind] = [:]
  public internal(set) var decisions = 0
  public internal(set) var changedDecisions = 0
  public internal(set) var changedStates = 0
  /// Installations of which a decision or the last state differs.
  public internal(set) var changedInstallations = 0
  /// The first of them, by pseudonym.
  public internal(set) var examples: [ExactString] = []
  /// Why decisions differ, and how many do for it; one decision may for several reasons.
  public internal(set) var causes: [ChangeCause: Int] = [:]
  /// In what the last states differ, and in how many installations they do.
  public internal(set) var aspects: [StateAspect: Int] = [:]

  public init() {}

  /// Whether nothing that follows from the log has changed but the names.
  public var isFaithful: Bool { changedInstallations == 0 }

  /// Whose a document may be.
  public enum DocumentKind: Sendable {
    /// A policy that everybody gets.
    case policy
    /// The answer to one person's login.
    case login
    /// No policy that Herald could read: anything may stand in it.
    case refused
  }

  /// How many names and causes are kept: a log that brings a new one with each event must not fill the memory.
  public static let namesAtMost = 1000
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

/// Why a decision on a redacted log differs from that on the original.
public struct ChangeCause: Hashable, Sendable {
  /// The rule of which a test came out otherwise; nil where the decision ended before the rules, or says the same of each.
  public let rule: ExactString?
  public let test: RuleTest?
  public let subject: Subject

  /// What the decision rests on that was changed.
  public enum Subject: Hashable, Sendable {
    /// The installation's name, by which roll-outs are drawn.
    case source
    /// A property, dropped or coarsened.
    case property(ExactString)
    /// A time, rounded or without its zone.
    case time
    /// The state, which had changed before.
    case state
  }
}

/// A part of an installation's state: a name of its JSON, or `order` for what the next event is compared with.
public struct StateAspect: RawRepresentable, Hashable, Sendable {
  public let rawValue: String
  public init(rawValue: String) { self.rawValue = rawValue }
}
