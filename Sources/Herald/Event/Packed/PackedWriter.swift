/// Writes an event's data in packed form: numbers for what the ledger keeps once, bytes for what is unique.
///
/// Numbers are LEB128. Words of closed lists are their places in the list, to which words are only ever appended.
package struct PackedWriter: FieldWriter {
  package private(set) var bytes: [UInt8] = []
  private let numbering: any PackedNumbering

  package init(numbering: any PackedNumbering) { self.numbering = numbering }

  /// Packs one event's data, leaving it in ``bytes``.
  package mutating func pack(_ data: EventData) {
    bytes.removeAll(keepingCapacity: true)
    data.write(to: &self)
  }

  private mutating func number(_ value: Int) {
    var rest = UInt64(bitPattern: Int64(value))
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: rest))
  }

  mutating func eventID(_ id: ExactString) { uniqueText(id) }
  mutating func text(_ text: ExactString) { number(numbering.number(of: text)) }

  mutating func uniqueText(_ text: ExactString) {
    text.withBytes { utf8 in
      number(utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func optionalText(_ text: ExactString?) { number(text.map { numbering.number(of: $0) } ?? 0) }
  mutating func word<Word: ClosedWord>(_ word: Word) {
    number(Word.table.firstIndex(of: word) ?? 0)
  }
  mutating func flag(_ flag: Bool) { number(flag ? 1 : 0) }

  mutating func optionalInteger(_ integer: Int?) {
    guard let integer else { return number(0) }
    number(((integer << 1) ^ (integer >> 63)) + 1)
  }

  mutating func integer(_ integer: Int) { number(integer) }
  mutating func profile(_ profile: Profile) { number(numbering.number(of: profile)) }

  mutating func userChange(_ change: UserChange) {
    switch change {
    case .unchanged: number(0)
    case .signedOut: number(1)
    case .signedIn(let user):
      number(2)
      text(user)
    }
  }

  mutating func digest(_ digest: ExactString) { text(digest) }
}

/// Gives texts and profiles their numbers, from 1.
package protocol PackedNumbering: AnyObject {
  func number(of text: ExactString) -> Int
  func number(of profile: Profile) -> Int
}
