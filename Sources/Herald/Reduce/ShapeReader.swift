/// Records the names and the kinds of the fields that a part of a state reads, and returns placeholder values.
struct ShapeReader: StateReader {
  private(set) var members: [FieldShape.Member] = []

  /// The fields of a part of a state, in the order of its JSON.
  static func members<Object: StateReadable>(of object: Object.Type) -> [FieldShape.Member] {
    var reader = ShapeReader()
    // Placeholder values are always valid, so this never throws.
    _ = try? Object(from: &reader)
    return reader.members
  }

  private mutating func add(_ name: StaticString, _ shape: FieldShape) {
    members.append(FieldShape.Member(ExactString(name.description), shape))
  }

  mutating func number(_ name: StaticString) -> Int {
    add(name, .number)
    return 0
  }

  mutating func optionalNumber(_ name: StaticString) -> Int? { number(name) }

  mutating func text(_ name: StaticString) -> ExactString {
    add(name, .text)
    return ""
  }

  mutating func optionalText(_ name: StaticString) -> ExactString? { text(name) }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString) throws(StateFault) -> Word {
    add(name, .text)
    guard let word = Word.allCases.first else { throw StateFault(name) }
    return word
  }

  mutating func optionalTime(_ name: StaticString) -> Timestamp? {
    add(name, .time)
    return nil
  }

  mutating func times(_ name: StaticString) -> [Timestamp] {
    add(name, .list)
    return []
  }

  mutating func properties(_ name: StaticString) -> Profile {
    add(name, .named(.text))
    return .empty
  }

  mutating func draws(_ name: StaticString) -> Draws? {
    add(name, .named(.number))
    return nil
  }

  mutating func trust(_ name: StaticString) -> Trust? {
    add(
      name,
      .object([
        FieldShape.Member("keys", .list), FieldShape.Member("threshold", .number),
        FieldShape.Member("required", .text),
      ]))
    return nil
  }

  mutating func records(_ name: StaticString) -> ShowingRecords {
    add(name, .named(.object(Self.members(of: ShowingRecord.self))))
    return ShowingRecords()
  }

  mutating func object<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object {
    var reader = ShapeReader()
    let object = try Object(from: &reader)
    add(name, .object(reader.members))
    return object
  }

  mutating func optionalObject<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object? {
    try object(name)
  }

  mutating func list<Object: StateReadable>(_ name: StaticString) -> [Object] {
    add(name, .list)
    return []
  }

  /// Hidden fields have no shape, because conditions cannot name them.
  mutating func hidden<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object {
    var reader = ShapeReader()
    return try Object(from: &reader)
  }
}
