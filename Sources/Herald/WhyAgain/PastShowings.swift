/// The showings of each rule's prompts in a stream, with what the user answered, kept while the stream is folded.
public struct PastShowings: Sendable {
  private var byRule: [ExactString: [PastShowing]] = [:]

  public init() {}

  /// Takes note of an event.
  ///
  /// - Parameter before: the state before the event.
  public mutating func note(_ event: Event, before: InstallationState) {
    let name = Causes.EventName(event)
    switch event.data {
    case .promptShown(let shown):
      byRule[shown.rule, default: []].append(PastShowing(event: name, time: event.time, kind: shown.kind))
    case .buttonChosen(let answer):
      guard let visible = before.visible, visible.prompt == answer.prompt else { return }
      let answer = PastShowing.Answer(event: name, time: event.time, button: answer.button)
      byRule[visible.rule]?.setLastAnswer(answer)
    default: break
    }
  }

  /// The showings of a rule, in the order of the stream.
  public subscript(rule: ExactString) -> [PastShowing] { byRule[rule] ?? [] }
}

/// One time that a prompt was on the screen.
public struct PastShowing: Hashable, Sendable {
  public let event: Causes.EventName
  public let time: DeviceTime
  public let kind: PromptKind
  /// Nil for one that was never answered: another one took its place, or the app ended.
  public fileprivate(set) var answer: Answer?

  init(event: Causes.EventName, time: DeviceTime, kind: PromptKind) {
    self.event = event
    self.time = time
    self.kind = kind
  }

  /// What the user pressed.
  public struct Answer: Hashable, Sendable {
    public let event: Causes.EventName
    public let time: DeviceTime
    /// A ``Button``'s word, or another one.
    public let button: ExactString
  }
}

extension [PastShowing] {
  fileprivate mutating func setLastAnswer(_ answer: PastShowing.Answer) {
    guard !isEmpty else { return }
    self[count - 1].answer = answer
  }
}
