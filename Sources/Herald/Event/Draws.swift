/// The numbers that an installation drew for rules, written into its launches.
///
/// A rule's number usually follows from the installation's name. Redaction replaces the name, so a redacted log carries
/// the numbers, and decides as its original does.
public struct Draws: Hashable, Sendable {
  /// Numbers from 0 to 9999, in hundredths of a percent, by the id of the rule or another name.
  public let numbers: [ExactString: Int]

  /// Makes draws. A number out of range is left out.
  public init(_ numbers: [ExactString: Int]) { self.numbers = numbers.filter { (0...9999).contains($0.value) } }

  /// Reads an object of integers from 0 to 9999; nil for anything else.
  package init?(json: ExactString) {
    guard let members = try? JSONNode.read(json.string).node.members else { return nil }
    var numbers: [ExactString: Int] = [:]
    for member in members where !member.node.isNull {
      guard case .number(let text) = member.node.value, let number = DecimalNumber(json: text)?.integer,
        (0...9999).contains(number)
      else { return nil }
      numbers[ExactString(member.name)] = number
    }
    self.numbers = numbers
  }

  /// The number that was drawn for a rule; nil where none was written.
  public subscript(rule: ExactString) -> Int? { numbers[rule] }

  /// Names and numbers, sorted by name.
  package var sorted: [(name: ExactString, number: Int)] {
    numbers.map { (name: $0.key, number: $0.value) }.sorted { $0.name < $1.name }
  }

  var json: ExactString { JSONWriter.text(write) }

  func write(into output: inout JSONWriter) {
    output.object {
      for (name, number) in sorted {
        $0.name(text: name)
        $0.integer(number)
      }
    }
  }
}
