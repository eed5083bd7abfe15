/// The user began a critical action. The app asks Herald whether the action may proceed.
public struct OperationAttempted: Hashable, Sendable {
  /// The app's name for the action, such as `placeOrder`.
  public var operation: ExactString
  /// Makes the event's data.
  public init(operation: ExactString) { self.operation = operation }
}

extension OperationAttempted: EventPayload {
  static var type: EventType { .operationAttempted }
  static var meaning: String { "The user began a critical action, and the app asked whether it may proceed." }
  static var code: Int { 9 }
  static var caching: PayloadCaching { .lines }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [FieldMeaning("operation", "The app's own name for the action.", example: #""placeOrder""#)]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    operation = try reader.text("operation")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.text("operation", operation, .operation)
  }

  var decisionTrigger: Trigger? { .operation }
  var screenChange: ScreenChange? { nil }
  var title: String { "operation" }
  var detail: String { operation.string }
}
