/// The user answered a prompt.
public struct ButtonChosen: Hashable, Sendable {
  /// The id of the showing that was answered.
  public var prompt: ExactString
  /// A ``Button``'s word, or another one.
  public var button: ExactString

  public init(prompt: ExactString, button: ExactString) {
    self.prompt = prompt
    self.button = button
  }
}

extension ButtonChosen {
  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    prompt = try reader.uniqueText("prompt")
    button = try reader.text("button")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.uniqueText(prompt)
    writer.text(button)
  }
}
