/// Reads the fields of one event's data. JSON finds them by name, the ledger's packed form by their order; a type
/// declares them once for both.
protocol FieldReader {
  /// The event's own id.
  mutating func eventID() throws(FieldFault) -> ExactString
  /// A text out of a vocabulary: rule ids, URLs, words. Kept once for all events.
  mutating func text(_ name: StaticString) throws(FieldFault) -> ExactString
  /// A text that hardly ever comes again.
  mutating func uniqueText(_ name: StaticString) throws(FieldFault) -> ExactString
  mutating func optionalText(_ name: StaticString) throws(FieldFault) -> ExactString?
  /// A word out of a closed list.
  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word
  /// A yes or no that is no where it is absent.
  mutating func flag(_ name: StaticString) throws(FieldFault) -> Bool
  mutating func optionalInteger(_ name: StaticString) throws(FieldFault) -> Int?
  mutating func integer(_ name: StaticString, among allowed: [Int]) throws(FieldFault) -> Int
  mutating func profile(_ name: StaticString) throws(FieldFault) -> Profile
  mutating func userChange(_ name: StaticString) throws(FieldFault) -> UserChange
  mutating func digest(_ name: StaticString) throws(FieldFault) -> ExactString
  /// A document that the event brings; the packed form brings none.
  mutating func document(_ name: StaticString) throws(FieldFault) -> String?
}

/// Writes the fields of one event's data in the order in which they are read.
protocol FieldWriter {
  mutating func eventID(_ id: ExactString)
  mutating func text(_ text: ExactString)
  mutating func uniqueText(_ text: ExactString)
  mutating func optionalText(_ text: ExactString?)
  mutating func word<Word: ClosedWord>(_ word: Word)
  mutating func flag(_ flag: Bool)
  mutating func optionalInteger(_ integer: Int?)
  mutating func integer(_ integer: Int)
  mutating func profile(_ profile: Profile)
  mutating func userChange(_ change: UserChange)
  mutating func digest(_ digest: ExactString)
}

/// A word out of a list that only a new version of Herald can lengthen.
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

/// Which field of an event's data cannot be read, and why.
package struct FieldFault: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case missing(expected: String)
    case wrongType(expected: String, found: String)
    case unknownWord(String, allowed: [String])
    case malformedDigest(String)
    /// The packed form is not what Herald wrote.
    case corrupt
    /// The packed form names a text that is not in the vocabulary yet: load it, and read again.
    case unknownText(Int)
    case unknownProfile(Int)
  }
  package let name: String
  package let problem: Problem
  /// Byte offset in the line, where the field stands in one.
  package let offset: Int?
}
