package import Herald

/// The first prompt that one user could not put off.
package struct FirstForce: Hashable, Sendable {
  /// The rule's id.
  package let rule: ExactString
  /// The prompt's kind: an exit or a force.
  package let kind: PromptKind
  /// The time of the event on which it was decided.
  package let time: DeviceTime
  /// The revision of that event.
  package let revision: Int
}
