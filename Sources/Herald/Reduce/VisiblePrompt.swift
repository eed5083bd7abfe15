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

  /// True if a showing is this one, recorded again.
  package func isSame(as showing: PromptShown) -> Bool { prompt == showing.prompt && rule == showing.rule }
}

extension InstallationState {
  /// True if a showing is on the screen already: recorded again it is the same showing, and changes nothing.
  func isOnScreen(_ showing: PromptShown) -> Bool { visible?.isSame(as: showing) ?? false }

  /// True if an event records the showing on the screen again.
  package func isOnScreen(_ data: EventData) -> Bool {
    if case .promptShown(let showing) = data { isOnScreen(showing) } else { false }
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
