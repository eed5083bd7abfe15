/// The version of each type's data that this Herald reads, and the steps from older versions.
package struct EventSchema: Sendable {
  /// One step from a version of a type's data to the next: a JSON object in, a JSON object out.
  package typealias Upcaster = @Sendable (JSONNode) throws -> JSONNode

  private var versions: [EventType: Int] = [:]
  private var upcasters: [EventType: [Int: Upcaster]] = [:]

  /// Every released type at its newest version, as its ``EventPayload`` declares it.
  package static let current: EventSchema = {
    var schema = EventSchema()
    for type in EventType.allCases {
      for (step, upcaster) in type.traits.payload.upcasters.enumerated() {
        schema.add(type, version: step + 2, upcastingFromPrevious: upcaster)
      }
    }
    return schema
  }()

  /// Every type at version 1.
  package init() {}

  package func version(of type: EventType) -> Int { versions[type] ?? 1 }

  /// Declares a newer version of a type's data, with the step from the version before.
  package mutating func add(_ type: EventType, version: Int, upcastingFromPrevious upcaster: @escaping Upcaster) {
    versions[type] = version
    upcasters[type, default: [:]][version - 1] = upcaster
  }

  /// The same versions without the steps from older versions.
  var withoutUpcasting: EventSchema {
    var schema = self
    schema.upcasters = [:]
    return schema
  }

  /// Converts the data of a type to its current version, step by step.
  func upcast(_ data: String, of type: EventType, from version: Int) throws -> String {
    var node = try JSONNode.read(data).node
    for step in version..<self.version(of: type) {
      guard let upcaster = upcasters[type]?[step] else { throw MissingUpcaster(type: type, from: step) }
      node = try upcaster(node)
    }
    var writer = JSONWriter()
    CanonicalJSON.write(node, into: &writer)
    return writer.string
  }

  private struct MissingUpcaster: Error, CustomStringConvertible {
    let type: EventType
    let from: Int
    var description: String { "no upcaster leads from version \(from) of `\(type.rawValue)` to the next" }
  }
}
