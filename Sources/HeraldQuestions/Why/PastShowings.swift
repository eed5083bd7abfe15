public import Herald

/// The showings of each rule's prompts in a stream, with the user's answers.
public struct PastShowings: Sendable {
  private var byRule: [ExactString: [PastShowing]] = [:]

  /// Knows no showing yet.
  public init() {}

  /// Takes note of the stream's next event.
  ///
  /// - Parameter before: the state before the event.
  public mutating func note(_ event: Event, before: InstallationState) {
    let name = Provenance.EventName(event)
    switch event.data.screenChange {
    case .shown(let shown):
      byRule[shown.rule, default: []].append(PastShowing(event: name, time: event.time, kind: shown.kind))
    case .answered(let answer):
      guard let visible = before.visible, visible.prompt == answer.prompt else { return }
      let answer = PastShowing.Answer(event: name, time: event.time, button: answer.button)
      byRule[visible.rule]?.setLastAnswer(answer)
    case .cleared, nil: break
    }
  }

  /// The showings of a rule, in the order of the stream.
  public subscript(rule: ExactString) -> [PastShowing] { byRule[rule] ?? [] }
}

/// One showing of a prompt.
public struct PastShowing: Hashable, Sendable {
  /// The event that recorded it.
  public let event: Provenance.EventName
  /// The time on the device's clock.
  public let time: DeviceTime
  /// The prompt's kind.
  public let kind: PromptKind
  /// The answer; nil if another prompt replaced it, or the app ended.
  public fileprivate(set) var answer: Answer?

  init(event: Provenance.EventName, time: DeviceTime, kind: PromptKind) {
    self.event = event
    self.time = time
    self.kind = kind
  }

  /// The user's answer to a showing.
  public struct Answer: Hashable, Sendable {
    /// The event that recorded it.
    public let event: Provenance.EventName
    /// The time on the device's clock.
    public let time: DeviceTime
    /// The button: a ``Button``'s word, or another word.
    public let button: ExactString
  }
}

extension [PastShowing] {
  fileprivate mutating func setLastAnswer(_ answer: PastShowing.Answer) {
    guard !isEmpty else { return }
    self[count - 1].answer = answer
  }
}

extension PastShowing {
  /// The showing in one line: its time and its answer.
  var words: String {
    let answer = answer.map { "\($0.button.string.shown) (revision \($0.event.revision))" } ?? "no answer"
    return "  \("revision \(event.revision)".padded(to: 14))\(time.words)  \(answer)"
  }

  func write(into output: inout JSONWriter) {
    output.object {
      $0.event(revision: event.revision, id: event.id, type: event.type)
      $0.member("time", time.moment)
      $0.member("answer", optional: answer) { output, answer in
        output.object {
          $0.event(revision: answer.event.revision, id: answer.event.id, type: answer.event.type)
          $0.member("time", answer.time.moment)
          $0.member("button", answer.button)
        }
      }
    }
  }
}

extension [PastShowing] {
  /// The ordinal of the next showing: `first`, `second`, `third`, `4th`.
  var nextOrdinal: String {
    let number = count + 1
    if number <= 3 { return ["first", "second", "third"][number - 1] }
    if (11...13).contains(number % 100) { return "\(number)th" }
    return "\(number)" + ([1: "st", 2: "nd", 3: "rd"][number % 10] ?? "th")
  }

  /// The last showings below a heading; empty without showings.
  func lines(_ style: Style) -> [String] {
    isEmpty ? [] : ["", style.bold("Shown before")] + suffix(20).map(\.words)
  }
}
