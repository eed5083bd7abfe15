/// The triggers at which a rule is asked, where its document names them.
public struct RuleTriggers: Hashable, Sendable {
  /// The triggers, in the order of the document.
  public let triggers: [Trigger]
  /// The operations at which the rule is asked, beside the triggers.
  public let operations: [ExactString]

  /// Names triggers and operations; together at least one.
  public init(_ triggers: [Trigger], operations: [ExactString] = []) {
    self.triggers = triggers
    self.operations = operations
  }

  /// True if any question with a trigger may be at one of them.
  package func mayContain(_ trigger: Trigger) -> Bool {
    triggers.contains(trigger) || trigger == .operation && !operations.isEmpty
  }

  /// As the document writes them, such as `launch, operation:pay`.
  var words: String {
    (triggers.map(\.rawValue) + operations.map { "operation:\($0)" }).joined(separator: ", ")
  }
}
