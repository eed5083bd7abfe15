/// The keys that Herald reads in the data of a type; whatever else stands there is unknown to it.
extension EventType {
  /// In the order in which they are read.
  package var fieldNames: [String] {
    var names = NameCollector()
    // What is read is made up, so nothing about it can be wrong.
    _ = try? EventData(self, from: &names)
    return names.names
  }
}

/// Reads nothing, and writes down what it is asked for; a type declares its fields once, also for this.
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
    // The first of them is the one that reads most: a 200 has a document, a 304 has none.
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
