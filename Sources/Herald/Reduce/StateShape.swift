/// A part of a state whose fields have names.
///
/// Each field has a line in the writing and in the reading function, side by side. JSON, snapshots, conditions,
/// comparisons and redacted logs follow from these.
package protocol StateObject: StateWritable, StateReadable {}

/// A part of a state that writes its fields.
package protocol StateWritable {
  /// Writes the fields in the order of the JSON.
  func write<Writer: StateWriter>(to writer: inout Writer)
}

/// A part of a state that can be read from a snapshot.
package protocol StateReadable {
  init<Reader: StateReader>(from reader: inout Reader) throws(StateFault)
}

/// Receives the fields of a state.
package protocol StateWriter {
  mutating func number(_ name: StaticString, _ value: Int?)
  mutating func text(_ name: StaticString, _ value: ExactString?, _ privacy: FieldPrivacy)
  mutating func word<Word: RawRepresentable<String>>(_ name: StaticString, _ value: Word?)
  mutating func time(_ name: StaticString, _ value: Timestamp?)
  mutating func times(_ name: StaticString, _ values: [Timestamp])
  mutating func properties(_ name: StaticString, _ value: Profile)
  /// Receives draws, which a state's JSON has only where there are some.
  mutating func draws(_ name: StaticString, _ value: Draws?)
  /// Receives the trusted keys, which a state's JSON has only where there are some.
  mutating func trust(_ name: StaticString, _ value: Trust?)
  mutating func records(_ name: StaticString, _ value: ShowingRecords)
  mutating func object<Object: StateWritable>(_ name: StaticString, _ value: Object?)
  mutating func list<Object: StateWritable>(_ name: StaticString, _ values: [Object])
  /// Receives a part that the fold needs and the JSON of states lacks.
  mutating func hidden<Object: StateWritable>(_ name: StaticString, _ value: Object)
}

/// Returns the fields of a state.
package protocol StateReader {
  mutating func number(_ name: StaticString) throws(StateFault) -> Int
  mutating func optionalNumber(_ name: StaticString) throws(StateFault) -> Int?
  mutating func text(_ name: StaticString) throws(StateFault) -> ExactString
  mutating func optionalText(_ name: StaticString) throws(StateFault) -> ExactString?
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString) throws(StateFault) -> Word
  mutating func optionalTime(_ name: StaticString) throws(StateFault) -> Timestamp?
  mutating func times(_ name: StaticString) throws(StateFault) -> [Timestamp]
  mutating func properties(_ name: StaticString) throws(StateFault) -> Profile
  mutating func draws(_ name: StaticString) throws(StateFault) -> Draws?
  mutating func trust(_ name: StaticString) throws(StateFault) -> Trust?
  mutating func records(_ name: StaticString) throws(StateFault) -> ShowingRecords
  mutating func object<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object
  mutating func optionalObject<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object?
  mutating func list<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> [Object]
  mutating func hidden<Object: StateReadable>(_ name: StaticString) throws(StateFault) -> Object
}

/// A field that a snapshot lacks, or has with a value of another kind.
package struct StateFault: Error {
  let name: String
  package init(_ name: StaticString) { self.name = name.description }
}
