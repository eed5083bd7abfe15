import Testing

@testable import Herald

@Suite("The reference of events")
struct EventReferenceTests {
  @Test("Each field that a type of event reads has a meaning, and no other name has one", arguments: EventType.allCases)
  func eachFieldHasAMeaning(type: EventType) {
    #expect(Set(type.explainedFields) == Set(type.fieldNames))
    #expect(type.explainedFields.count == Set(type.explainedFields).count)
    #expect(type.meaning.hasSuffix("."))
    for key in type.reference.keys { #expect(key.meaning.hasSuffix("."), "\(key.name)") }
  }

  @Test("The examples of a type's fields make an event that is read as that type", arguments: EventType.allCases)
  func examplesMakeAnEvent(type: EventType) throws {
    let data = type.reference.keys.map { "\"\($0.name)\":\($0.example)" }.joined(separator: ",")
    let head = EventAttribute.allCases.filter { ![.type, .data].contains($0) }
      .map { "\"\($0.rawValue)\":\($0.reference.example)" }.joined(separator: ",")
    let line = "{\(head),\"type\":\"\(type.rawValue)\",\"data\":{\(data)}}"
    #expect(try self.type(of: line) == type)
  }

  /// The type of a line's data; nil for an unknown one.
  private func type(of line: String) throws -> EventType? {
    var reader = LineReader()
    return try line.withBorrowedBytes { (bytes) throws(WireFault) in try reader.read(bytes).data.type }
  }

  @Test("A required field is one without which the line is refused", arguments: EventType.allCases)
  func requiredFieldsAreDemanded(type: EventType) {
    for key in type.reference.keys where !key.isReadByConstraint {
      let rest = type.reference.keys.filter { $0.name != key.name }
      let data = rest.map { "\"\($0.name)\":\($0.example)" }.joined(separator: ",")
      let line =
        #"{"specversion":"1.0","id":"e","source":"s","time":"2026-03-02T08:00:00Z","type":"\#(type.rawValue)","#
        + "\"data\":{\(data)}}"
      let isRefused = (try? self.type(of: line)) == nil
      #expect(isRefused == key.isRequired, "\(type.rawValue) \(key.name)")
    }
  }

  @Test("Each attribute of a line has a meaning and an example in JSON", arguments: EventAttribute.allCases)
  func eachAttributeHasAMeaning(attribute: EventAttribute) {
    let reference = attribute.reference
    #expect(reference.name == attribute.rawValue)
    #expect(reference.meaning.hasSuffix("."))
    #expect(throws: Never.self) { try JSONNode.read(reference.example) }
  }

  @Test("The schema of a line has the data of every type")
  func schemaHasEveryType() throws {
    let definitions = EventReference.schema[name: "$defs"]?.members?.map(\.name) ?? []
    for type in EventType.allCases { #expect(definitions.contains(type.rawValue)) }
  }
}
