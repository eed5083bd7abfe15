/// The reason why a push or a button changed nothing.
///
/// ```swift
/// if let ignored = IgnoredEvent(event.data, in: stateBefore) { print(ignored.rawValue) }
/// ```
public enum IgnoredEvent: String, Hashable, Sendable, CaseIterable {
  /// A push of another kind than `forceUpdate`.
  case pushKind
  /// A push without an address, or with an address that no prompt may lead to.
  case pushAddress
  /// A push for another user than the signed-in user.
  case pushUser
  /// A push for a version that is installed already.
  case pushReached
  /// A button while no prompt is on the screen.
  case buttonWithoutPrompt
  /// A button of another prompt than the prompt on the screen.
  case buttonOfOtherPrompt

  /// Finds the reason why an event changes nothing but a count.
  ///
  /// - Parameters:
  ///   - data: the event's data; only a push or an answer is ever ignored.
  ///   - state: the state before the event.
  /// - Returns: nil for an event that has an effect.
  public init?(_ data: EventData, in state: InstallationState) {
    if let answer = data.answer {
      self.init(answer, in: state)
    } else if case .pushReceived(let push) = data {
      self.init(push, in: state)
    } else {
      return nil
    }
  }

  init?(_ push: PushReceived, in state: InstallationState) {
    if push.kind != PushReceived.forceUpdate {
      self = .pushKind
    } else if push.destination == nil {
      self = .pushAddress
    } else if push.user != nil, push.user != state.user {
      self = .pushUser
    } else if state.isReached(push.targetVersion) {
      self = .pushReached
    } else {
      return nil
    }
  }

  init?(_ answer: PromptAnswer, in state: InstallationState) {
    guard let visible = state.visible else {
      self = .buttonWithoutPrompt
      return
    }
    guard visible.prompt != answer.prompt else { return nil }
    self = .buttonOfOtherPrompt
  }
}

extension PushReceived {
  /// The address as a prompt leads to it; nil where no prompt may.
  var destination: ExactString? { url.flatMap { Destination.read($0.string) } }
}

/// The meaning of an ignored push or button, as code and in words.
extension IgnoredEvent: ExplainedCode {
  /// The name of the group in `herald explain-code`.
  public static let kind = "reason why a push or a button changed nothing"

  /// The meaning of the code, when it appears, and what to do about it.
  public var explanation: CodeExplanation {
    switch self {
    case .pushKind:
      CodeExplanation(
        "The push asks for no update.", when: "Its `kind` is another word than `forceUpdate`.",
        fix: "Send `forceUpdate` where the push should bring a prompt.")
    case .pushAddress:
      CodeExplanation(
        "The push leads nowhere.",
        when: "It has no `url`, or one that no prompt may open.",
        fix: "Send an https address, or one of a store.")
    case .pushUser:
      CodeExplanation(
        "The push was for another user.",
        when: "It names a `user`, and another one or nobody is signed in. Case counts: `Ada` is not `ada`.",
        fix: "Send it without a user, or to the devices of that user.")
    case .pushReached:
      CodeExplanation(
        "The version that the push asks for was installed already.",
        when: "`appVersionName` is its `targetVersion` or newer.",
        fix: "Nothing: there is no update to ask for.")
    case .buttonWithoutPrompt:
      CodeExplanation(
        "A button was chosen while no prompt was on the screen.",
        when: "Its prompt was never shown, was answered already, or went with a launch.",
        fix: "Record `prompt.shown` before the answer, and each answer once.")
    case .buttonOfOtherPrompt:
      CodeExplanation(
        "A button was chosen of a prompt that was not on the screen.",
        when: "Another prompt was shown since.",
        fix: "Check that the app records the id of the prompt that was answered.")
    }
  }

  /// A remark on two texts that look the same and consist of other characters, such as `é` in one or in two scalars.
  private func alike(_ text: ExactString?, _ other: ExactString) -> String {
    // `String` compares by canonical equivalence.
    guard let text, text != other, text.string == other.string else { return "" }
    return ", which looks the same and is written with other Unicode characters"
  }

  /// The reason as the end of a sentence that begins with the event.
  ///
  /// - Parameters:
  ///   - data: the event's data.
  ///   - state: the state before the event.
  package func words(_ data: EventData, in state: InstallationState) -> String {
    switch self {
    case .pushKind, .pushAddress, .pushUser, .pushReached:
      if case .pushReceived(let push) = data { words(push, in: state) } else { explanation.means }
    case .buttonOfOtherPrompt:
      data.answer.map { answer in
        "it answers the prompt `\(answer.prompt.string.shown)`, and `\(state.visible?.prompt.string.shown ?? "")` "
          + "(\(state.visible?.rule.string.shown ?? "")) was on the screen"
      } ?? explanation.means
    case .buttonWithoutPrompt:
      data.answer.map { "it answers the prompt `\($0.prompt.string.shown)`, and none was on the screen" }
        ?? explanation.means
    }
  }

  private func words(_ push: PushReceived, in state: InstallationState) -> String {
    switch self {
    case .pushKind: "its kind is `\(push.kind.string.shown)`, which asks for no update"
    case .pushAddress: push.url.map { "no prompt may lead to `\($0.string.shown)`" } ?? "it has no address"
    case .pushUser:
      "it was for the user `\(push.user?.string.shown ?? "")`, and "
        + (state.user.map { "`\($0.string.shown)` was signed in\(alike(push.user, $0))" } ?? "nobody was signed in")
    case .pushReached:
      "it asks for version \(push.targetVersion?.string.shown ?? ""), and "
        + "\(state.profile[.appVersionName]?.string.shown ?? "") was installed"
    case .buttonOfOtherPrompt, .buttonWithoutPrompt: explanation.means
    }
  }
}
