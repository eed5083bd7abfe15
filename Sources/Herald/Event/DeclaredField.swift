/// A field of a type's data, as the type reads it.
package struct DeclaredField: Sendable {
  /// Its key in the JSON.
  package let name: String
  /// The words of its closed list, in their order; empty for a field of any other kind.
  package let words: [String]
  /// The values that it may have.
  let shape: ValueShape
  let presence: KeyReference.Presence
  let fault: KeyReference.Fault
}

/// The fields that Herald reads in the data of a type. All other keys are unknown to it.
extension EventType {
  /// The fields in the order in which they are read.
  package var fields: [DeclaredField] {
    var collector = FieldDeclarationCollector()
    // Placeholder values are always valid, so this never throws.
    _ = try? EventData(self, from: &collector)
    return collector.fields
  }

  /// The keys in the order in which they are read.
  package var fieldNames: [String] { fields.map(\.name) }
}

/// Records the fields that a type reads, and returns placeholder values.
private struct FieldDeclarationCollector: FieldReader {
  var fields: [DeclaredField] = []

  private mutating func add(
    _ name: StaticString, _ shape: ValueShape, _ presence: KeyReference.Presence = .required, words: [String] = [],
    fault: KeyReference.Fault = .refusesLine
  ) {
    fields.append(
      DeclaredField(name: name.description, words: words, shape: shape, presence: presence, fault: fault))
  }

  mutating func eventID() -> ExactString { "" }

  mutating func text(_ name: StaticString) -> ExactString {
    add(name, .text)
    return ""
  }

  mutating func uniqueText(_ name: StaticString) -> ExactString { text(name) }

  mutating func optionalText(_ name: StaticString) -> ExactString? {
    add(name, .text, .optional(default: "none"))
    return nil
  }

  mutating func lenientText(_ name: StaticString) -> ExactString? {
    add(name, .text, .optional(default: "none"), fault: .countsAsAbsent)
    return nil
  }

  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word {
    let words = Word.table.map(\.rawValue)
    add(name, .words(words), words: words)
    guard let word = Word.table.first else { throw FieldFault(name: "", problem: .corrupt, offset: nil) }
    return word
  }

  mutating func flag(_ name: StaticString) -> Bool {
    add(name, .boolean, .optional(default: "false"))
    return false
  }

  mutating func optionalInteger(_ name: StaticString) -> Int? {
    add(name, .anyInteger, .optional(default: "none"))
    return nil
  }

  mutating func integer(_ name: StaticString, among allowed: [Int]) -> Int {
    add(name, .numbers(allowed))
    // The first value has the most fields: a 200 has a document, a 304 has none.
    return allowed.first ?? 0
  }

  mutating func profile(_ name: StaticString) -> Profile {
    add(name, .object(ObjectReference("properties", "an object of texts", at: "data.properties", [])))
    return .empty
  }

  mutating func userChange(_ name: StaticString) -> UserChange {
    add(name, .orNull(.text, meaning: "signed out"), .optional(default: "unchanged"))
    return .unchanged
  }

  mutating func optionalObject(_ name: StaticString) -> ExactString? {
    add(
      name, .object(ObjectReference(name.description, "an object", [])), .optional(default: "none"),
      fault: .countsAsAbsent)
    return nil
  }

  mutating func digest(_ name: StaticString) -> ExactString {
    add(name, .form(.digest))
    return ""
  }

  mutating func document(_ name: StaticString) -> String? {
    add(name, .text, .optional(default: "none"))
    return nil
  }
}
