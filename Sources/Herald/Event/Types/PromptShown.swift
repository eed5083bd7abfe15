/// A prompt appeared on the screen.
public struct PromptShown: Hashable, Sendable {
  /// The id of this showing.
  public var prompt: ExactString
  /// The id of the shown rule.
  public var rule: ExactString
  /// The kind of the prompt.
  public var kind: PromptKind
  /// The language key of the shown texts; nil for Herald's own message.
  public var language: ExactString?
  /// The variant of the texts that was shown; nil for a rule without variants.
  public var variant: ExactString?

  /// Makes the event's data.
  public init(
    prompt: ExactString, rule: ExactString, kind: PromptKind, language: ExactString? = nil, variant: ExactString? = nil
  ) {
    self.prompt = prompt
    self.rule = rule
    self.kind = kind
    self.language = language
    self.variant = variant
  }

  /// Makes the data of a prompt that appeared.
  ///
  /// - Parameter id: the id of the showing.
  public init(of prompt: Prompt, id: ExactString) {
    self.init(
      prompt: id, rule: prompt.rule, kind: prompt.kind, language: prompt.language, variant: prompt.variant)
  }
}

extension PromptShown: EventPayload {
  static var type: EventType { .promptShown }
  static var meaning: String { "A prompt appeared on the screen." }
  static var code: Int { 6 }
  static var caching: PayloadCaching { .none }
  static var isCheck: Bool { false }

  static var meanings: [FieldMeaning] {
    [
      FieldMeaning("prompt", "The app's own id of this showing, which the answer names too.", example: #""p-1""#),
      FieldMeaning(
        "rule", "The rule that was shown: `update:ID`, `message:ID`, or `push`.", example: #""update:min-4""#),
      FieldMeaning("kind", "What kind of prompt it was.", example: #""force""#),
      FieldMeaning(
        "language", "The language key of the texts; without it they were Herald's own.", example: #""en""#),
      FieldMeaning("variant", "The variant of the texts, where the rule has variants.", example: #""b""#),
    ]
  }

  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    prompt = try reader.uniqueText("prompt")
    rule = try reader.text("rule")
    kind = try reader.word("kind")
    language = try reader.optionalText("language")
    variant = try reader.lenientText("variant")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.uniqueText("prompt", prompt, .localName(.prompt))
    writer.text("rule", rule, .rule)
    writer.word("kind", kind)
    writer.optionalText("language", language, .language)
    writer.optionalText("variant", variant, .variant)
  }

  var decisionTrigger: Trigger? { nil }
  var screenChange: ScreenChange? { .shown(self) }
  var title: String { "prompt shown" }
  var detail: String {
    "\(rule), \(kind.rawValue)" + (language.map { ", \($0)" } ?? "")
      + (variant.map { ", variant \($0)" } ?? "")
  }
}
