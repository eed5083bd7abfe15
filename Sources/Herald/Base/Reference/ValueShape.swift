/// The values that a key of a document or a field of an event may have. The words of the reference and the JSON Schemas
/// follow from it.
package indirect enum ValueShape: Sendable {
  case text
  /// A text of a form, such as a date.
  case form(TextForm)
  /// One of some words; where the list is open, another word too.
  case words([String], isOpen: Bool = false)
  /// One of some numbers.
  case numbers([Int])
  case boolean
  case integer(ClosedRange<Int>)
  case anyNumber
  /// - Parameter unit: such as `hours`; nil for a plain number.
  case number(ClosedRange<Int>, unit: String? = nil)
  /// A number above 0, up to the largest that every reader of JSON keeps exactly.
  case positive(unit: String)
  /// A boolean or a number that may also be written as text, and a boolean also as 1 or 0.
  case lenient(ValueShape)
  /// The shape, or `null` with a meaning of its own.
  case orNull(ValueShape, meaning: String)
  case object(ObjectReference)
  /// - Parameters:
  ///   - skipsOthers: true if the first element has to be there and of the shape, and a later element of another type
  ///     is passed over.
  ///   - count: the allowed numbers of elements; the largest number stands for any.
  case list(ValueShape, skipsOthers: Bool = false, count: ClosedRange<Int> = 0...Int.max)
  /// One of several shapes, under one name.
  case either([ValueShape], name: String)
  /// Any JSON value.
  case anything
}

extension ValueShape {
  /// The integers that every reader of JSON keeps exactly.
  package static let anyInteger = ValueShape.integer(-DecimalNumber.largestInteger...DecimalNumber.largestInteger)
  package static let count = ValueShape.integer(0...DecimalNumber.largestInteger)

  /// A value of the shape in words, such as `an integer from 0`.
  package var name: String {
    switch self {
    case .text: "a text"
    case .form(let form): form.name
    case .words(let words, let isOpen): Self.list(words) + (isOpen ? ", or another word" : "")
    case .numbers(let numbers): numbers.map(String.init).joined(separator: " or ")
    case .boolean: "true or false"
    case .integer(let range): "an integer" + Self.words(range)
    case .anyNumber: "a number"
    case .number(let range, let unit): "a number" + (unit.map { " of \($0)" } ?? "") + Self.words(range, isClosed: true)
    case .positive(let unit): "a number of \(unit) above 0"
    case .lenient(let shape): shape.name
    case .orNull(let shape, let meaning): "\(shape.name), or null: \(meaning)"
    case .object(let object): object.name
    case .list(.object(let object), _, let count): "a list of \(Self.words(count: count))\(object.plural)"
    case .list(let shape, _, let count):
      "a list\(count == 0...Int.max ? "" : " of \(Self.words(count: count).dropLast())"), each \(shape.name)"
    case .either(_, let name): name
    case .anything: "any value"
    }
  }

  /// The other spellings that a document may use; nil for a shape with one spelling.
  package var otherSpellings: String? {
    switch self {
    case .lenient(.boolean): "also as 1, 0, or text"
    case .lenient: "also as text"
    case .either(let shapes, _): shapes.lazy.compactMap(\.otherSpellings).first
    default: nil
    }
  }

  /// The objects that a value of the shape is or contains.
  package var objects: [ObjectReference] {
    switch self {
    case .object(let object): [object]
    case .list(let shape, _, _), .lenient(let shape), .orNull(let shape, _): shape.objects
    case .either(let shapes, _): shapes.flatMap(\.objects)
    case .text, .form, .words, .numbers, .boolean, .integer, .anyNumber, .number, .positive, .anything: []
    }
  }

  /// The number of a list's elements in words, such as `at most 8 `; empty for any number.
  private static func words(count: ClosedRange<Int>) -> String {
    switch (count.lowerBound, count.upperBound) {
    case (0, .max): ""
    case (0, let most): "at most \(most) "
    case (let least, .max): "at least \(least) "
    case (let least, let most): "\(least) to \(most) "
    }
  }

  private static func list(_ words: [String]) -> String {
    words.count == 1 ? "`\(words[0])`" : "one of " + words.map { "`\($0)`" }.joined(separator: ", ")
  }

  /// - Parameter isClosed: true to name the largest integer of JSON too, where it is the only limit.
  private static func words(_ range: ClosedRange<Int>, isClosed: Bool = false) -> String {
    let largest = DecimalNumber.largestInteger
    if range.lowerBound == -largest { return "" }
    if range.upperBound == largest { return " from \(range.lowerBound)" + (isClosed ? " to 2^53 − 1" : "") }
    return " from \(range.lowerBound) to \(range.upperBound)"
  }
}
