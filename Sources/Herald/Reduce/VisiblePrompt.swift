/// The prompt on the screen.
public struct VisiblePrompt: Hashable, Sendable {
  /// The id of the showing.
  public let prompt: ExactString
  /// The id of the rule that is shown.
  public let rule: ExactString
  /// The kind of the prompt.
  public let kind: PromptKind

  package init(prompt: ExactString, rule: ExactString, kind: PromptKind) {
    self.prompt = prompt
    self.rule = rule
    self.kind = kind
  }
}

extension VisiblePrompt: StateObject {
  package func write<Writer: StateWriter>(to writer: inout Writer) {
    writer.text("prompt", prompt, .localName(.prompt))
    writer.text("rule", rule, .rule)
    writer.word("kind", kind)
  }

  package init<Reader: StateReader>(from reader: inout Reader) throws(StateFault) {
    prompt = try reader.text("prompt")
    rule = try reader.text("rule")
    kind = try reader.word("kind")
  }
}
