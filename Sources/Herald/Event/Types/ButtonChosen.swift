/// The user answered a prompt.
public struct ButtonChosen: Hashable, Sendable {
  /// The id of the showing that was answered.
  public var prompt: ExactString
  /// A ``Button``'s word, ``vanished``, or another one.
  public var button: ExactString

  /// The word for a prompt that went without an answer.
  public static let vanished: ExactString = "vanished"

  /// True for every button: a prompt that vanished is unanswered.
  package static func isAnswer(_ button: ExactString) -> Bool { button != vanished }

  /// The words that Herald writes.
  static let words = Button.words + [vanished]

  /// Makes the event's data.
  public init(prompt: ExactString, button: ExactString) {
    self.prompt = prompt
    self.button = button
  }
}

extension ButtonChosen: EventPayload {
  static var type: EventType { .buttonChosen }
  static var meaning: String { "The user answered a prompt." }
  static var code: Int { 7 }
  static var caching: PayloadCaching { .none }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [
      FieldMeaning("prompt", "The id of the showing that was answered.", example: #""p-1""#),
      FieldMeaning(
        "button", "What the user chose; `vanished` says that the prompt went without an answer.",
        example: #""later""#, words: words.map(\.string)),
    ]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    prompt = try reader.uniqueText("prompt")
    button = try reader.text("button")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.uniqueText("prompt", prompt, .localName(.prompt))
    writer.text("button", button, .word(among: { Self.words }))
  }

  var decisionTrigger: Trigger? { nil }
  var screenChange: ScreenChange? { .answered(PromptAnswer(prompt: prompt, button: button)) }
  var title: String { "button chosen" }
  var detail: String { button == Self.vanished ? "vanished, gone without an answer" : button.string }
}
