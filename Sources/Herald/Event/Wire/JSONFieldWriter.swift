/// Writes the fields of an event's data as members of an object. Absent fields are left out.
struct JSONFieldWriter: FieldWriter {
  var output: JSONWriter

  /// Writes nothing, because the envelope contains the id.
  mutating func eventID(_ id: ExactString) {}
  mutating func text(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) { output.member(name, text) }

  mutating func uniqueText(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) {
    output.member(name, text)
  }

  mutating func optionalText(_ name: StaticString, _ text: ExactString?, _ privacy: FieldPrivacy) {
    if let text { output.member(name, text) }
  }

  mutating func word<Word: ClosedWord>(_ name: StaticString, _ word: Word) { output.member(name, word: word) }
  mutating func flag(_ name: StaticString, _ flag: Bool) { if flag { output.member(name, true) } }

  mutating func optionalInteger(_ name: StaticString, _ integer: Int?, within range: ClosedRange<Int>) {
    if let integer { output.member(name, integer) }
  }

  mutating func integer(_ name: StaticString, _ integer: Int) { output.member(name, integer) }
  mutating func profile(_ name: StaticString, _ profile: Profile) { output.member(name) { profile.write(into: &$0) } }

  mutating func userChange(_ name: StaticString, _ change: UserChange) {
    switch change {
    case .unchanged: break
    case .signedOut: output.member(name) { $0.null() }
    case .signedIn(let user): output.member(name, user)
    }
  }

  mutating func optionalObject(_ name: StaticString, _ json: ExactString?) {
    if let json { output.member(name) { $0.raw(json: json.string) } }
  }

  mutating func digest(_ name: StaticString, _ digest: ExactString) { output.member(name, digest) }
  mutating func document(_ name: StaticString, _ document: String?) {
    if let document { output.member(name, document) }
  }
}
