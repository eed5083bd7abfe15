/// What is shown: the answer of a decision, ready for whoever presents it.
public struct Prompt: Sendable {
  /// The rule's id, or `push`.
  public let rule: ExactString
  public let kind: PromptKind
  /// The texts that the document brings; nil where it brings none. ``title``, ``message`` and ``title(of:)`` are what to
  /// show.
  public let texts: PromptTexts?
  /// The language key whose texts are shown, as the document writes it; nil for Herald's own message.
  public let language: ExactString?
  /// The URL behind `update` or `open`; nil where there is none.
  public let destination: ExactString?
  /// Whether an optional update may be skipped for good.
  public let isSkippable: Bool
  /// The language of what the document does not say: the device's, or the nearest that Herald speaks.
  public let ownLanguage: OwnLanguage

  /// The id of a latched push's prompt.
  public static let pushRule: ExactString = "push"

  /// What the prompt offers, in the order of importance.
  public var buttons: [Button] {
    switch kind {
    case .exit: destination == nil ? [.exit] : [.update, .exit]
    case .force: [.update]
    case .optional: isSkippable ? [.update, .later, .skip] : [.update, .later]
    case .message: destination == nil ? [.dismiss] : [.open, .dismiss]
    }
  }
}

extension Prompt: Equatable {
  public static func == (left: Self, right: Self) -> Bool {
    left.isSame(as: right) && left.destination == right.destination
  }

  /// Whether both are the same but for where they lead.
  func isSame(as other: Self) -> Bool {
    rule == other.rule && kind == other.kind && texts == other.texts && language == other.language
      && ownLanguage == other.ownLanguage && isSkippable == other.isSkippable
  }
}
