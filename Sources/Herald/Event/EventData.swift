/// The types of event that Herald knows; an event of any other type is kept, shown and exported, and changes nothing.
///
/// To add one: a file in `Event/Types` with its ``EventPayload``, a case in the two enumerations below (the compiler
/// then asks for the other lines of this file), and its effect on the state in `Reduce/Reduce.swift`.
public enum EventType: String, Hashable, Sendable, CaseIterable {
  case appLaunched = "app.launched"
  case appForegrounded = "app.foregrounded"
  case appBackgrounded = "app.backgrounded"
  case fetchSucceeded = "fetch.succeeded"
  case fetchFailed = "fetch.failed"
  case promptShown = "prompt.shown"
  case buttonChosen = "button.chosen"
  case pushReceived = "push.received"
  case operationAttempted = "operation.attempted"

  /// What the type declares about itself. The switch is over constants, so it costs no call.
  @inline(__always)
  var traits: EventTraits {
    switch self {
    case .appLaunched: EventTraits(AppLaunched.self)
    case .appForegrounded: EventTraits(AppForegrounded.self)
    case .appBackgrounded: EventTraits(AppBackgrounded.self)
    case .fetchSucceeded: EventTraits(FetchSucceeded.self)
    case .fetchFailed: EventTraits(FetchFailed.self)
    case .promptShown: EventTraits(PromptShown.self)
    case .buttonChosen: EventTraits(ButtonChosen.self)
    case .pushReceived: EventTraits(PushReceived.self)
    case .operationAttempted: EventTraits(OperationAttempted.self)
    }
  }
}

/// What an event says happened, by type; each is a fact and never an instruction.
public enum EventData: Sendable {
  case appLaunched(AppLaunched)
  case appForegrounded(AppForegrounded)
  case appBackgrounded
  // Indirect where the payload is large, so that the common events stay small.
  indirect case fetchSucceeded(FetchSucceeded)
  indirect case fetchFailed(FetchFailed)
  case promptShown(PromptShown)
  case buttonChosen(ButtonChosen)
  indirect case pushReceived(PushReceived)
  case operationAttempted(OperationAttempted)
  /// A type, or a version of a type's data, that this Herald doesn't know.
  case unknown

  /// Reads the data of a type's current shape.
  @inline(__always)
  init<Reader: FieldReader>(_ type: EventType, from reader: inout Reader) throws(FieldFault) {
    switch type {
    case .appLaunched: self = .appLaunched(try AppLaunched(from: &reader))
    case .appForegrounded: self = .appForegrounded(try AppForegrounded(from: &reader))
    case .appBackgrounded: self = .appBackgrounded
    case .fetchSucceeded: self = .fetchSucceeded(try FetchSucceeded(from: &reader))
    case .fetchFailed: self = .fetchFailed(try FetchFailed(from: &reader))
    case .promptShown: self = .promptShown(try PromptShown(from: &reader))
    case .buttonChosen: self = .buttonChosen(try ButtonChosen(from: &reader))
    case .pushReceived: self = .pushReceived(try PushReceived(from: &reader))
    case .operationAttempted: self = .operationAttempted(try OperationAttempted(from: &reader))
    }
  }

  /// Hands the payload to a visitor; nil where the type is unknown.
  @inline(__always)
  func accept<Visitor: PayloadVisitor>(_ visitor: inout Visitor) -> Visitor.Result? {
    switch self {
    case .appLaunched(let data): visitor.visit(data)
    case .appForegrounded(let data): visitor.visit(data)
    case .appBackgrounded: visitor.visit(AppBackgrounded())
    case .fetchSucceeded(let data): visitor.visit(data)
    case .fetchFailed(let data): visitor.visit(data)
    case .promptShown(let data): visitor.visit(data)
    case .buttonChosen(let data): visitor.visit(data)
    case .pushReceived(let data): visitor.visit(data)
    case .operationAttempted(let data): visitor.visit(data)
    case .unknown: nil
    }
  }
}
