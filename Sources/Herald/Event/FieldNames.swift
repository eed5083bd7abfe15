/// The keys that Herald reads in the data of a type. All other keys are unknown to it.
extension EventType {
  /// The keys in the order in which they are read.
  package var fieldNames: [String] {
    var names = NameCollector()
    // Placeholder values are always valid, so this never throws.
    _ = try? EventData(self, from: &names)
    return names.names
  }
}

/// Records the names of the fields that a type reads, and returns placeholder values.
private struct NameCollector: FieldReader {
  var names: [String] = []

  private mutating func add(_ name: StaticString) { names.append(name.description) }

  mutating func eventID() -> ExactString { "" }

  mutating func text(_ name: StaticString) -> ExactString {
    add(name)
    return ""
  }

  mutating func uniqueText(_ name: StaticString) -> ExactString { text(name) }

  mutating func optionalText(_ name: StaticString) -> ExactString? { text(name) }

  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word {
    add(name)
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

  mutating func digest(_ name: StaticString) -> ExactString { text(name) }

  mutating func document(_ name: StaticString) -> String? { text(name).string }
}
