/// Reads the fields of one event's data. JSON finds them by name, the ledger's packed form by their order.
protocol FieldReader {
  /// The event's own id.
  mutating func eventID() throws(FieldFault) -> ExactString
  /// A text that recurs, such as a rule id, a URL or a word. It is stored once for all events.
  mutating func text(_ name: StaticString) throws(FieldFault) -> ExactString
  /// A text that hardly ever recurs.
  mutating func uniqueText(_ name: StaticString) throws(FieldFault) -> ExactString
  mutating func optionalText(_ name: StaticString) throws(FieldFault) -> ExactString?
  /// A text; nil where it is absent or another kind of value.
  mutating func lenientText(_ name: StaticString) throws(FieldFault) -> ExactString?
  /// A word of a closed list.
  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word
  /// True or false; false where it is absent.
  mutating func flag(_ name: StaticString) throws(FieldFault) -> Bool
  mutating func optionalInteger(_ name: StaticString) throws(FieldFault) -> Int?
  mutating func integer(_ name: StaticString, among allowed: [Int]) throws(FieldFault) -> Int
  mutating func profile(_ name: StaticString) throws(FieldFault) -> Profile
  mutating func userChange(_ name: StaticString) throws(FieldFault) -> UserChange
  /// A JSON object as ``JSONObjectText`` writes it; nil where it is absent or another kind of value.
  mutating func optionalObject(_ name: StaticString) throws(FieldFault) -> ExactString?
  /// The same, but an empty object for another kind of value: it is there, and cannot be read.
  mutating func anyObject(_ name: StaticString) throws(FieldFault) -> ExactString?
  mutating func digest(_ name: StaticString) throws(FieldFault) -> ExactString
  /// The document in the event; nil in the packed form, which contains none.
  mutating func document(_ name: StaticString) throws(FieldFault) -> String?
}

/// Receives the fields of one event's data, in the order in which they are read.
protocol FieldWriter: PayloadVisitor where Result == Void {
  /// The event's own id, which the envelope contains.
  mutating func eventID(_ id: ExactString)
  mutating func text(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy)
  mutating func uniqueText(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy)
  mutating func optionalText(_ name: StaticString, _ text: ExactString?, _ privacy: FieldPrivacy)
  mutating func word<Word: ClosedWord>(_ name: StaticString, _ word: Word)
  mutating func flag(_ name: StaticString, _ flag: Bool)
  /// - Parameter range: the values that reveal nothing about the user. A redacted log leaves out all others.
  mutating func optionalInteger(_ name: StaticString, _ integer: Int?, within range: ClosedRange<Int>)
  mutating func integer(_ name: StaticString, _ integer: Int)
  mutating func profile(_ name: StaticString, _ profile: Profile)
  mutating func userChange(_ name: StaticString, _ change: UserChange)
  /// - Parameter json: the object as ``JSONObjectText`` writes it. It reveals nothing about the user.
  mutating func optionalObject(_ name: StaticString, _ json: ExactString?)
  mutating func digest(_ name: StaticString, _ digest: ExactString)
  mutating func document(_ name: StaticString, _ document: String?)
}

extension FieldReader {
  mutating func anyObject(_ name: StaticString) throws(FieldFault) -> ExactString? { try optionalObject(name) }
}

extension FieldWriter {
  mutating func visit<Payload: EventPayload>(_ payload: Payload) { payload.write(to: &self) }
}

/// A word of a list that only a new version of Herald can extend.
protocol ClosedWord: RawRepresentable<String>, CaseIterable, Hashable, Sendable {
  /// All words, made once.
  static var table: [Self] { get }
}

extension FetchTrigger: ClosedWord {
  static let table = FetchTrigger.allCases
}

extension PromptKind: ClosedWord {
  static let table = PromptKind.allCases
}

/// A field of an event's data that cannot be read, and why.
package struct FieldFault: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case missing(expected: String)
    case wrongType(expected: String, found: String)
    case unknownWord(String, allowed: [String])
    case malformedDigest(String)
    /// The bytes are not the packed form that Herald writes.
    case corrupt
    /// The packed form names a text that the vocabulary lacks. The caller loads it and reads again.
    case unknownText(Int)
    case unknownProfile(Int)
  }
  package let name: String
  package let problem: Problem
  /// The byte offset of the field in its line; nil in the packed form.
  package let offset: Int?
}
