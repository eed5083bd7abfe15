/// Replaces the values of events and states that reveal something about the user or the app.
package protocol FieldRedactor {
  /// - Returns: nil where an optional text is left out.
  mutating func text(_ text: ExactString, _ privacy: FieldPrivacy, of source: ExactString) -> ExactString?
  mutating func profile(_ profile: Profile) -> Profile
  func time(_ time: Timestamp) -> Timestamp
}

extension EventData {
  /// The data with every field redacted. Data of an unknown type stays as it is.
  ///
  /// Words of closed lists, flags, digests and documents stay. The reading of a document is left out.
  package func redacted<Redactor: FieldRedactor>(of source: ExactString, by redactor: inout Redactor) -> EventData {
    guard let type else { return self }
    var recorder = FieldRecorder()
    _ = accept(&recorder)
    var fields = RecordedFields(fields: recorder.fields.map { $0.redacted(of: source, by: &redactor) })
    // Every field was recorded, so reading cannot fail.
    return (try? EventData(type, from: &fields)) ?? .unknown
  }
}

/// A field of an event's data, as a value that can be read again.
private enum RecordedField {
  case eventID(ExactString)
  case text(ExactString?, FieldPrivacy)
  case word(String)
  case flag(Bool)
  case integer(Int?)
  case profile(Profile)
  case userChange(UserChange)
  case object(ExactString?)
  case digest(ExactString)
  case document(String?)

  func redacted(of source: ExactString, by redactor: inout some FieldRedactor) -> RecordedField {
    switch self {
    case .eventID(let id): .eventID(redactor.text(id, .localName(.event), of: source) ?? id)
    case .text(let text, let privacy):
      .text(text.flatMap { redactor.text($0, privacy, of: source) }, privacy)
    case .userChange(.signedIn(let user)):
      .userChange(redactor.text(user, .name(.user), of: source).map { .signedIn($0) } ?? .unchanged)
    case .profile(let profile): .profile(redactor.profile(profile))
    case .word, .flag, .integer, .userChange, .object, .digest, .document: self
    }
  }
}

/// Records fields in their order.
private struct FieldRecorder: FieldWriter {
  var fields: [RecordedField] = []

  mutating func eventID(_ id: ExactString) { fields.append(.eventID(id)) }
  mutating func text(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) {
    fields.append(.text(text, privacy))
  }
  mutating func uniqueText(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) {
    fields.append(.text(text, privacy))
  }
  mutating func optionalText(_ name: StaticString, _ text: ExactString?, _ privacy: FieldPrivacy) {
    fields.append(.text(text, privacy))
  }
  mutating func word<Word: ClosedWord>(_ name: StaticString, _ word: Word) { fields.append(.word(word.rawValue)) }
  mutating func flag(_ name: StaticString, _ flag: Bool) { fields.append(.flag(flag)) }
  mutating func optionalInteger(_ name: StaticString, _ integer: Int?, within range: ClosedRange<Int>) {
    fields.append(.integer(integer.flatMap { range.contains($0) ? $0 : nil }))
  }
  mutating func integer(_ name: StaticString, _ integer: Int) { fields.append(.integer(integer)) }
  mutating func profile(_ name: StaticString, _ profile: Profile) { fields.append(.profile(profile)) }
  mutating func userChange(_ name: StaticString, _ change: UserChange) { fields.append(.userChange(change)) }
  mutating func optionalObject(_ name: StaticString, _ json: ExactString?) { fields.append(.object(json)) }
  mutating func digest(_ name: StaticString, _ digest: ExactString) { fields.append(.digest(digest)) }
  mutating func document(_ name: StaticString, _ document: String?) { fields.append(.document(document)) }
}

/// Returns recorded fields in their order.
private struct RecordedFields: FieldReader {
  let fields: [RecordedField]
  private var index = 0

  init(fields: [RecordedField]) { self.fields = fields }

  private mutating func next<Value>(
    _ name: StaticString, _ value: (RecordedField) -> Value?
  ) throws(FieldFault) -> Value {
    guard index < fields.count, let value = value(fields[index]) else {
      throw FieldFault(name: name.description, problem: .corrupt, offset: nil)
    }
    index += 1
    return value
  }

  mutating func eventID() throws(FieldFault) -> ExactString {
    try next("id") { if case .eventID(let id) = $0 { id } else { nil } }
  }
  mutating func text(_ name: StaticString) throws(FieldFault) -> ExactString {
    try next(name) { if case .text(let text, _) = $0 { text } else { nil } }
  }
  mutating func uniqueText(_ name: StaticString) throws(FieldFault) -> ExactString { try text(name) }
  mutating func optionalText(_ name: StaticString) throws(FieldFault) -> ExactString? {
    try next(name) { if case .text(let text, _) = $0 { .some(text) } else { nil } }
  }
  mutating func lenientText(_ name: StaticString) throws(FieldFault) -> ExactString? { try optionalText(name) }
  mutating func word<Word: ClosedWord>(_ name: StaticString) throws(FieldFault) -> Word {
    try next(name) { if case .word(let word) = $0 { Word(rawValue: word) } else { nil } }
  }
  mutating func flag(_ name: StaticString) throws(FieldFault) -> Bool {
    try next(name) { if case .flag(let flag) = $0 { flag } else { nil } }
  }
  mutating func optionalInteger(_ name: StaticString) throws(FieldFault) -> Int? {
    try next(name) { if case .integer(let integer) = $0 { .some(integer) } else { nil } }
  }
  mutating func integer(_ name: StaticString, among allowed: [Int]) throws(FieldFault) -> Int {
    try next(name) { if case .integer(let integer) = $0 { integer } else { nil } }
  }
  mutating func profile(_ name: StaticString) throws(FieldFault) -> Profile {
    try next(name) { if case .profile(let profile) = $0 { profile } else { nil } }
  }
  mutating func userChange(_ name: StaticString) throws(FieldFault) -> UserChange {
    try next(name) { if case .userChange(let change) = $0 { change } else { nil } }
  }
  mutating func optionalObject(_ name: StaticString) throws(FieldFault) -> ExactString? {
    try next(name) { if case .object(let json) = $0 { .some(json) } else { nil } }
  }
  mutating func digest(_ name: StaticString) throws(FieldFault) -> ExactString {
    try next(name) { if case .digest(let digest) = $0 { digest } else { nil } }
  }
  mutating func document(_ name: StaticString) throws(FieldFault) -> String? {
    try next(name) { if case .document(let document) = $0 { .some(document) } else { nil } }
  }
}
