/// The texts and profiles that packed data refers to by number.
package struct PackedVocabulary: Sendable {
  /// The texts by number; nil for a text that is not loaded yet.
  package private(set) var texts: [ExactString?] = []
  package private(set) var profiles: [Profile?] = []

  package init() {}

  package mutating func keep(_ text: ExactString, at number: Int) { Self.keep(text, at: number, in: &texts) }
  package mutating func keep(_ profile: Profile, at number: Int) { Self.keep(profile, at: number, in: &profiles) }

  private static func keep<Value>(_ value: Value, at number: Int, in values: inout [Value?]) {
    if number >= values.count {
      let missing = max(number + 1, values.count * 2) - values.count
      values.append(contentsOf: repeatElement(nil, count: missing))
    }
    values[number] = value
  }
}
