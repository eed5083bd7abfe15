import Herald

/// A machine for the languages that a rule's texts have, as ``Descriptions/entry(for:)`` finds them.
///
/// It remembers the primary subtag, because a text is found by it. In Chinese it also remembers the script and the region.
/// For a subtag that no text names it remembers the form alone.
struct LanguageMachine: TextMachine {
  private let words: [[Unicode.Scalar]]
  private let key: String
  private let isAboutChinese: Bool

  /// - Parameter tags: the tags of the texts, normalized.
  init(tags: [String]) {
    let subtags = tags.flatMap { LanguageTag.subtags($0) }
    // Codes that ISO 639 replaced, and what Chinese is told apart by.
    isAboutChinese = subtags.contains("zh")
    let chinese = isAboutChinese ? ["zh", "tw", "hk", "mo", "hans", "hant"] : []
    let known = chinese + ["iw", "in", "ji", "no", "he", "id", "yi", "nb"]
    let all = Set(subtags + (tags.isEmpty ? [] : known)).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    words = all.map { Array($0.unicodeScalars) }
    key = all.joined(separator: " ")
  }

  var name: String { "language \(key)" }
  var scalars: Set<Unicode.Scalar> { Set(words.joined()).union(["-", "_"]) }

  /// A subtag so far.
  enum Subtag: Hashable, Sendable {
    /// The beginning of a subtag that a text has.
    case word([Unicode.Scalar])
    /// Another one: its length up to 5, and whether it has letters or digits alone.
    case other(length: Int, isLetters: Bool, isDigits: Bool)
  }

  /// The primary subtag and what counts behind it; of Chinese three subtags, and a fourth for all further ones.
  typealias State = [Subtag]

  var start: State { [.word([])] }

  private static let chinese = Subtag.word(["z", "h"])
  private static let unknown = Subtag.other(length: 0, isLetters: false, isDigits: false)

  func next(_ state: State, _ scalar: Unicode.Scalar) -> State {
    let isChinese = isAboutChinese && state[0] == Self.chinese
    guard state.count < (isChinese ? 4 : 2) else { return state }
    if scalar == "-" || scalar == "_" { return state + [isChinese ? .word([]) : Self.unknown] }
    let subtag = longer(state[state.count - 1], scalar)
    if state.count == 1, case .other = subtag { return [Self.unknown] }
    var next = state
    next[next.count - 1] = subtag
    return next
  }

  private func longer(_ subtag: Subtag, _ scalar: Unicode.Scalar) -> Subtag {
    let (isLetter, isDigit) = ((97...122).contains(scalar.value), (48...57).contains(scalar.value))
    switch subtag {
    case .other(let length, let isLetters, let isDigits):
      return .other(length: min(length + 1, 5), isLetters: isLetters && isLetter, isDigits: isDigits && isDigit)
    case .word(let begun):
      let longer = begun + [scalar]
      if words.contains(where: { $0.starts(with: longer) }) { return .word(longer) }
      return .other(
        length: min(longer.count, 5), isLetters: longer.allSatisfy { (97...122).contains($0.value) },
        isDigits: longer.allSatisfy { (48...57).contains($0.value) })
    }
  }
}
