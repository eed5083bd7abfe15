public import Herald

/// A value of a state or a decision, with names as in their JSON.
///
/// Differences and conditions use these names, so that a condition can name everything that
/// `herald replay --format json` prints.
public enum Field: Hashable, Sendable {
  /// The absence of a value.
  case null
  /// A whole number.
  case number(Int)
  /// A text or a word.
  case text(ExactString)
  /// A moment in UTC.
  case time(Timestamp)
  /// Values in order.
  case list([Field])
  /// Values with names, in the order of the JSON.
  case object([Member])

  /// A value with its name.
  public struct Member: Hashable, Sendable {
    /// The name, such as `lastCheck`.
    public let name: ExactString
    /// The value.
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

  /// The value of an object's member; null where this is not an object, or has no such member.
  subscript(name: ExactString) -> Field {
    guard case .object(let members) = self else { return .null }
    return members.first { $0.name == name }?.value ?? .null
  }

  /// The value as text for people; nil for null.
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
