/// A prompt appeared on the screen.
public struct PromptShown: Hashable, Sendable {
  /// The id of this showing.
  public var prompt: ExactString
  /// The id of the rule that it shows.
  public var rule: ExactString
  public var kind: PromptKind
  public var language: ExactString?

  public init(prompt: ExactString, rule: ExactString, kind: PromptKind, language: ExactString? = nil) {
    self.prompt = prompt
    self.rule = rule
    self.kind = kind
    self.language = language
  }
}

extension PromptShown {
  init<Reader: FieldReader>(from reader: inout Reader) throws(FieldFault) {
    prompt = try reader.uniqueText("prompt")
    rule = try reader.text("rule")
    kind = try reader.word("kind")
    language = try reader.optionalText("language")
  }

  func write<Writer: FieldWriter>(to writer: inout Writer) {
    writer.uniqueText(prompt)
    writer.text(rule)
    writer.word(kind)
    writer.optionalText(language)
  }
}
