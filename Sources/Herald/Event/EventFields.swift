/// The value of one field of an event's data.
package enum FieldValue: Sendable {
  case text(ExactString)
  case integer(Int)
  case flag(Bool)
  case profile(Profile)

  /// The text; nil for a value of another kind.
  package var text: ExactString? { if case .text(let text) = self { text } else { nil } }
  /// The integer; nil for a value of another kind.
  package var integer: Int? { if case .integer(let integer) = self { integer } else { nil } }
  /// The flag; nil for a value of another kind.
  package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
}

/// The values of an event's data by their names, collected in one pass.
package struct EventFields: Sendable {
  private var values: [(name: StaticString, value: FieldValue)] = []

  package init(_ data: EventData) {
    var collector = FieldValueCollector()
    _ = data.accept(&collector)
    values = collector.values
  }

  /// The value of a field by its name in the type's JSON; nil where the type has no such field, or it is absent.
  package subscript(_ name: StaticString) -> FieldValue? {
    for field in values where field.name.isSame(as: name) { return field.value }
    return nil
  }
}

/// Takes the values of all fields that are there.
private struct FieldValueCollector: FieldWriter {
  var values: [(name: StaticString, value: FieldValue)] = []

  private mutating func take(_ name: StaticString, _ value: @autoclosure () -> FieldValue?) {
    if let value = value() { values.append((name, value)) }
  }

  mutating func eventID(_ id: ExactString) {}
  mutating func text(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) { take(name, .text(text)) }
  mutating func uniqueText(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) {
    take(name, .text(text))
  }
  mutating func optionalText(_ name: StaticString, _ text: ExactString?, _ privacy: FieldPrivacy) {
    take(name, text.map { .text($0) })
  }
  mutating func word<Word: ClosedWord>(_ name: StaticString, _ word: Word) {
    take(name, .text(ExactString(word.rawValue)))
  }
  mutating func flag(_ name: StaticString, _ flag: Bool) { take(name, .flag(flag)) }
  mutating func optionalInteger(_ name: StaticString, _ integer: Int?, within range: ClosedRange<Int>) {
    take(name, integer.map { .integer($0) })
  }
  mutating func integer(_ name: StaticString, _ integer: Int) { take(name, .integer(integer)) }
  mutating func profile(_ name: StaticString, _ profile: Profile) { take(name, .profile(profile)) }
  mutating func userChange(_ name: StaticString, _ change: UserChange) {
    if case .signedIn(let user) = change { take(name, .text(user)) }
  }
  mutating func optionalObject(_ name: StaticString, _ json: ExactString?) { take(name, json.map { .text($0) }) }
  mutating func digest(_ name: StaticString, _ digest: ExactString) { take(name, .text(digest)) }
  mutating func document(_ name: StaticString, _ document: String?) {
    take(name, document.map { .text(ExactString($0)) })
  }
}

extension StaticString {
  fileprivate func isSame(as other: StaticString) -> Bool { BorrowedBytes(self).isSame(as: BorrowedBytes(other)) }
}
