/// The types of event that Herald knows. An event of any other type is kept, shown and exported, and changes nothing.
///
/// To add a type, add a file in `Event/Types` with its `EventPayload`, a case in the two enumerations below (the
/// compiler then asks for the other lines of this file), and its effect on the state in `Reduce/Reduce.swift`.
public enum EventType: String, Hashable, Sendable, CaseIterable {
  /// The app's process started.
  case appLaunched = "app.launched"
  /// The user came back to the app.
  case appForegrounded = "app.foregrounded"
  /// The user left the app.
  case appBackgrounded = "app.backgrounded"
  /// Somebody signed in or out.
  case userChanged = "user.changed"
  /// The server answered a fetch of the policy.
  case fetchSucceeded = "fetch.succeeded"
  /// A fetch of the policy failed.
  case fetchFailed = "fetch.failed"
  /// A prompt appeared on the screen.
  case promptShown = "prompt.shown"
  /// The user answered a prompt.
  case buttonChosen = "button.chosen"
  /// A push notice arrived.
  case pushReceived = "push.received"
  /// The user began a critical action.
  case operationAttempted = "operation.attempted"

  /// The declarations of the type. The switch is over constants, so it costs no call.
  var traits: EventTraits {
    switch self {
    case .appLaunched: EventTraits(AppLaunched.self)
    case .appForegrounded: EventTraits(AppForegrounded.self)
    case .appBackgrounded: EventTraits(AppBackgrounded.self)
    case .userChanged: EventTraits(UserChanged.self)
    case .fetchSucceeded: EventTraits(FetchSucceeded.self)
    case .fetchFailed: EventTraits(FetchFailed.self)
    case .promptShown: EventTraits(PromptShown.self)
    case .buttonChosen: EventTraits(ButtonChosen.self)
    case .pushReceived: EventTraits(PushReceived.self)
    case .operationAttempted: EventTraits(OperationAttempted.self)
    }
  }
}

/// The data of an event, by type. Each is a fact and never an instruction.
public enum EventData: Sendable {
  /// The app's process started.
  case appLaunched(AppLaunched)
  /// The user came back to the app.
  case appForegrounded(AppForegrounded)
  /// The user left the app.
  case appBackgrounded
  /// Somebody signed in or out.
  case userChanged(UserChanged)
  // Indirect where the payload is large, so that the common events stay small.
  /// The server answered a fetch of the policy.
  indirect case fetchSucceeded(FetchSucceeded)
  /// A fetch of the policy failed.
  indirect case fetchFailed(FetchFailed)
  /// A prompt appeared on the screen.
  case promptShown(PromptShown)
  /// The user answered a prompt.
  case buttonChosen(ButtonChosen)
  /// A push notice arrived.
  indirect case pushReceived(PushReceived)
  /// The user began a critical action.
  case operationAttempted(OperationAttempted)
  /// A type, or a version of a type's data, that this Herald doesn't know.
  case unknown

  /// Reads the data of a type's current shape.
  init<Reader: FieldReader>(_ type: EventType, from reader: inout Reader) throws(FieldFault) {
    switch type {
    case .appLaunched: self = .appLaunched(try AppLaunched(from: &reader))
    case .appForegrounded: self = .appForegrounded(try AppForegrounded(from: &reader))
    case .appBackgrounded: self = .appBackgrounded
    case .userChanged: self = .userChanged(try UserChanged(from: &reader))
    case .fetchSucceeded: self = .fetchSucceeded(try FetchSucceeded(from: &reader))
    case .fetchFailed: self = .fetchFailed(try FetchFailed(from: &reader))
    case .promptShown: self = .promptShown(try PromptShown(from: &reader))
    case .buttonChosen: self = .buttonChosen(try ButtonChosen(from: &reader))
    case .pushReceived: self = .pushReceived(try PushReceived(from: &reader))
    case .operationAttempted: self = .operationAttempted(try OperationAttempted(from: &reader))
    }
  }

  /// Passes the payload to a visitor; nil for an unknown type.
  func accept<Visitor: PayloadVisitor>(_ visitor: inout Visitor) -> Visitor.Result? {
    switch self {
    case .appLaunched(let data): visitor.visit(data)
    case .appForegrounded(let data): visitor.visit(data)
    case .appBackgrounded: visitor.visit(AppBackgrounded())
    case .userChanged(let data): visitor.visit(data)
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
