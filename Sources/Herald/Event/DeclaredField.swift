/// A field of a type's data, as the type declares it.
package struct DeclaredField: Hashable, Sendable {
  /// Its key in the JSON.
  package let name: String
  /// The words of its closed list, in their order; empty for a field of any other kind.
  package let words: [String]
}

/// The fields that Herald reads in the data of a type. All other keys are unknown to it.
extension EventType {
  /// The fields in the order in which they are read.
  package var fields: [DeclaredField] {
    var collector = FieldCollector()
    // Placeholder values are always valid, so this never throws.
    _ = try? EventData(self, from: &collector)
    return collector.fields
  }

  /// The keys in the order in which they are read.
  package var fieldNames: [String] { fields.map(\.name) }
}

/// Records the fields that a type reads, and returns placeholder values.
private struct FieldCollector: FieldReader {
  var fields: [DeclaredField] = []

  private mutating func add(_ name: StaticString, _ words: [String] = []) {
    fields.append(DeclaredField(name: name.description, words: words))
  }

  mutating func eventID() -> ExactString { "" }

  mutating func text(_ name: StaticString) -> ExactString {
    add(name)
    return ""
  }

  mutating func uniqueText(_ name: StaticString) -> ExactString { text(name) }

  mutating func optionalText(_ name: StaticString) -> ExactString? { text(name) }

  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word {
    add(name, Word.table.map(\.rawValue))
    guard let word = Word.table.first else { throw FieldFault(name: "", problem: .corrupt, offset: nil) }
    return word
  }

  mutating func flag(_ name: StaticString) -> Bool {
    add(name)
    return false
  }

  mutating func optionalInteger(_ name: StaticString) -> Int? {
    add(name)
    return nil
  }

  mutating func integer(_ name: StaticString, among allowed: [Int]) -> Int {
    add(name)
    // The first value is the one with the most fields: a 200 has a document, a 304 has none.
    return allowed.first ?? 0
  }

  mutating func profile(_ name: StaticString) -> Profile {
    add(name)
    return .empty
  }

  mutating func userChange(_ name: StaticString) -> UserChange {
    add(name)
    return .unchanged
  }

  mutating func optionalObject(_ name: StaticString) -> ExactString? {
    add(name)
    return nil
  }

  mutating func digest(_ name: StaticString) -> ExactString { text(name) }

  mutating func document(_ name: StaticString) -> String? { text(name).string }
}
