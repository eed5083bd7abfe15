/// The user began a critical action, before which an app asks whether it may go on.
public struct OperationAttempted: Hashable, Sendable {
  /// The app's own name for it, such as `placeOrder`.
  public var operation: ExactString
  public init(operation: ExactString) { self.operation = operation }
}

extension OperationAttempted: EventPayload {
  static var type: EventType { .operationAttempted }
  static var code: Int { 9 }
  static var caching: PayloadCaching { .lines }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    operation = try reader.text("operation")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.text("operation", operation, .operation)
  }

  var decisionTrigger: Trigger? { .operation }
  var title: String { "operation" }
  var detail: String { operation.string }
}
