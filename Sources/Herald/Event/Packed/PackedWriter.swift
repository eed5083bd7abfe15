/// Writes an event's data in packed form: numbers for values that the ledger stores once, bytes for unique values.
///
/// Numbers are LEB128. A word of a closed list is its index in the list, so words may only be appended to a list.
package struct PackedWriter: FieldWriter {
  package private(set) var bytes: [UInt8] = []
  private let numbering: any PackedNumbering

  package init(numbering: any PackedNumbering) { self.numbering = numbering }

  /// Packs one event's data into ``bytes``.
  package mutating func pack(_ data: EventData) {
    bytes.removeAll(keepingCapacity: true)
    _ = data.accept(&self)
  }

  private mutating func number(_ value: Int) { bytes.append(varint: UInt64(bitPattern: Int64(value))) }

  mutating func eventID(_ id: ExactString) { bytes(of: id) }

  mutating func text(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) {
    number(numbering.number(of: text))
  }

  mutating func uniqueText(_ name: StaticString, _ text: ExactString, _ privacy: FieldPrivacy) { bytes(of: text) }

  private mutating func bytes(of text: ExactString) {
    text.withBytes { utf8 in
      number(utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func optionalText(_ name: StaticString, _ text: ExactString?, _ privacy: FieldPrivacy) {
    number(text.map { numbering.number(of: $0) } ?? 0)
  }

  mutating func word<Word: ClosedWord>(_ name: StaticString, _ word: Word) {
    number(Word.table.firstIndex(of: word) ?? 0)
  }

  mutating func flag(_ name: StaticString, _ flag: Bool) { number(flag ? 1 : 0) }

  mutating func optionalInteger(_ name: StaticString, _ integer: Int?, within range: ClosedRange<Int>) {
    guard let integer else { return number(0) }
    bytes.append(varint: Varint.zigzag(Int64(integer)) &+ 1)
  }

  mutating func integer(_ name: StaticString, _ integer: Int) { number(integer) }
  mutating func profile(_ name: StaticString, _ profile: Profile) { number(numbering.number(of: profile)) }

  mutating func userChange(_ name: StaticString, _ change: UserChange) {
    switch change {
    case .unchanged: number(0)
    case .signedOut: number(1)
    case .signedIn(let user):
      number(2)
      number(numbering.number(of: user))
    }
  }

  mutating func optionalObject(_ name: StaticString, _ json: ExactString?) { optionalText(name, json, .plain) }
  mutating func digest(_ name: StaticString, _ digest: ExactString) { number(numbering.number(of: digest)) }

  /// Writes nothing, because a ledger stores documents by their digest.
  mutating func document(_ name: StaticString, _ document: String?) {}
}

/// Assigns numbers to texts and profiles, from 1.
package protocol PackedNumbering: AnyObject {
  func number(of text: ExactString) -> Int
  func number(of profile: Profile) -> Int
}
