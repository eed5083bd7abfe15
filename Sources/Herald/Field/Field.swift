/// A value of a state or a decision under the name that the contract's JSON gives it.
///
/// Comparing two states and asking conditions of one both go by these names, so that what a person reads in the output
/// of `herald replay --format json` is what they can ask for.
public indirect enum Field: Hashable, Sendable {
  /// There is none.
  case null
  case number(Int)
  case text(ExactString)
  case time(Timestamp)
  case list([Field])
  case object([Member])

  public struct Member: Hashable, Sendable {
    public let name: ExactString
    public let value: Field

    init(_ name: ExactString, _ value: Field) {
      self.name = name
      self.value = value
    }
  }

  init(_ text: ExactString?) { self = text.map(Field.text) ?? .null }
  init(_ word: (some RawRepresentable<String>)?) { self = word.map { .text(ExactString($0.rawValue)) } ?? .null }
  init(_ number: Int?) { self = number.map(Field.number) ?? .null }
  init(_ time: Timestamp?) { self = time.map(Field.time) ?? .null }

  /// The value under a name of an object; null where there is none.
  subscript(name: ExactString) -> Field {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  /// The value as a line of words has it; nil for null.
  public var words: String? {
    switch self {
    case .null: nil
    case .number(let number): String(number)
    case .text(let text): text.string
    case .time(let time): time.description
    case .list(let fields): fields.compactMap(\.words).joined(separator: ", ")
    case .object(let members): members.map { "\($0.name): \($0.value.words ?? "null")" }.joined(separator: ", ")
    }
  }

  /// Appends the value as JSON.
  package func write(into output: inout JSONWriter) {
    switch self {
    case .null: output.raw("null")
    case .number(let number): output.integer(number)
    case .text(let text): output.string(text)
    case .time(let time): output.time(time)
    case .list(let fields): output.array(fields) { $1.write(into: &$0) }
    case .object(let members):
      output.object {
        for member in members { $0.member(named: member.name) { member.value.write(into: &$0) } }
      }
    }
  }
}
