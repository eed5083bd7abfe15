/// The reason why a line is not an event, with the place in the line.
package struct WireFault: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case json(JSONFault)
    case notAnObject
    case missingAttribute(String)
    case emptyAttribute(String)
    case attributeType(String, expected: String, found: String)
    case unsupportedSpecVersion(String)
    case unsupportedContentType(String)
    case notATime(String)
    case revisionBelowOne(String)
    case dataVersionBelowOne(String)
    case field(type: EventType, FieldFault)
    /// Data of an older shape that its upcaster could not convert.
    case upcast(type: EventType, from: Int, reason: String)
  }

  package let problem: Problem
  /// The byte offset of the mistake in the line.
  package let offset: Int

  /// True if the line is not JSON, such as a line that a crash cut off.
  package var isUnparseable: Bool {
    if case .json = problem { true } else { false }
  }
}
