/// Reads an event's data from the packed form that a ledger stores for each line, so that a replay parses no JSON.
package struct PackedReader: FieldReader {
  private var bytes = BorrowedBytes.none
  private var index = 0
  /// The texts and profiles that the bytes refer to. A fault names the number that it lacks.
  package var vocabulary = PackedVocabulary()

  package init() {}

  /// Reads packed data.
  ///
  /// - Parameter code: the type's ``EventType/code``; 0 for an event whose type or data version is unknown.
  package mutating func read(_ bytes: BorrowedBytes, code: Int) throws(FieldFault) -> EventData {
    guard code > 0 else { return .unknown }
    guard let type = EventType(code: code) else { throw FieldFault(name: "type", problem: .corrupt, offset: 0) }
    self.bytes = bytes
    index = 0
    return try EventData(type, from: &self)
  }

  private func fault(_ name: StaticString, _ problem: FieldFault.Problem = .corrupt) -> FieldFault {
    FieldFault(name: name.description, problem: problem, offset: index)
  }

  private mutating func number(_ name: StaticString) throws(FieldFault) -> Int {
    guard let value = Varint.read(bytes, at: &index), let number = Int(exactly: value) else { throw fault(name) }
    return number
  }

  private mutating func known(_ number: Int, _ name: StaticString) throws(FieldFault) -> ExactString {
    guard number < vocabulary.texts.count, let text = vocabulary.texts[number] else {
      throw fault(name, .unknownText(number))
    }
    return text
  }

  mutating func eventID() throws(FieldFault) -> ExactString { try uniqueText("id") }

  mutating func text(_ name: StaticString) throws(FieldFault) -> ExactString {
    try known(try number(name), name)
  }

  mutating func uniqueText(_ name: StaticString) throws(FieldFault) -> ExactString {
    let count = try number(name)
    guard count <= bytes.count - index else { throw fault(name) }
    let text = String(decoding: bytes.extracting(index..<index + count), as: UTF8.self)
    index += count
    return ExactString(text)
  }

  mutating func optionalText(_ name: StaticString) throws(FieldFault) -> ExactString? {
    let number = try number(name)
    return number == 0 ? nil : try known(number, name)
  }

  mutating func lenientText(_ name: StaticString) throws(FieldFault) -> ExactString? { try optionalText(name) }

  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word {
    let number = try number(name)
    guard number < Word.table.count else { throw fault(name) }
    return Word.table[number]
  }

  mutating func flag(_ name: StaticString) throws(FieldFault) -> Bool { try number(name) == 1 }

  mutating func optionalInteger(_ name: StaticString) throws(FieldFault) -> Int? {
    let number = try number(name)
    // 0 stands for nil. Other numbers are zigzagged, plus one.
    guard number > 0 else { return nil }
    return Int(Varint.signed(UInt64(number - 1)))
  }

  mutating func integer(_ name: StaticString, among allowed: [Int]) throws(FieldFault) -> Int {
    let number = try number(name)
    guard allowed.contains(number) else { throw fault(name) }
    return number
  }

  mutating func profile(_ name: StaticString) throws(FieldFault) -> Profile {
    let number = try number(name)
    guard number < vocabulary.profiles.count, let profile = vocabulary.profiles[number] else {
      throw fault(name, .unknownProfile(number))
    }
    return profile
  }

  mutating func userChange(_ name: StaticString) throws(FieldFault) -> UserChange {
    switch try number(name) {
    case 0: .unchanged
    case 1: .signedOut
    default: .signedIn(try text(name))
    }
  }

  mutating func optionalObject(_ name: StaticString) throws(FieldFault) -> ExactString? { try optionalText(name) }
  mutating func digest(_ name: StaticString) throws(FieldFault) -> ExactString { try text(name) }
  mutating func document(_ name: StaticString) throws(FieldFault) -> String? { nil }
}
