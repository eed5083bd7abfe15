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
