/// What an event says happened, by type; each is a fact and never an instruction.
public enum EventData: Sendable {
  case appLaunched(AppLaunched)
  case appForegrounded(AppForegrounded)
  case appBackgrounded
  // Kept apart, so that the common events stay small.
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

  /// Writes the fields in the order in which they are read.
  func write<Writer: FieldWriter>(to writer: inout Writer) {
    switch self {
    case .appLaunched(let data): data.write(to: &writer)
    case .appForegrounded(let data): data.write(to: &writer)
    case .appBackgrounded, .unknown: break
    case .fetchSucceeded(let data): data.write(to: &writer)
    case .fetchFailed(let data): data.write(to: &writer)
    case .promptShown(let data): data.write(to: &writer)
    case .buttonChosen(let data): data.write(to: &writer)
    case .pushReceived(let data): data.write(to: &writer)
    case .operationAttempted(let data): data.write(to: &writer)
    }
  }

  /// The type; nil for an unknown one.
  public var type: EventType? {
    switch self {
    case .appLaunched: .appLaunched
    case .appForegrounded: .appForegrounded
    case .appBackgrounded: .appBackgrounded
    case .fetchSucceeded: .fetchSucceeded
    case .fetchFailed: .fetchFailed
    case .promptShown: .promptShown
    case .buttonChosen: .buttonChosen
    case .pushReceived: .pushReceived
    case .operationAttempted: .operationAttempted
    case .unknown: nil
    }
  }
}
