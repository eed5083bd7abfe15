/// The prompt that a decision shows, ready for a presenter.
///
/// ```swift
/// let alert = Alert(title: prompt.title, message: prompt.message)
/// for button in prompt.buttons { alert.add(prompt.title(of: button)) }
/// ```
public struct Prompt: Sendable {
  /// The rule's id, or `push`.
  public let rule: ExactString
  /// The kind of the prompt.
  public let kind: PromptKind
  /// The document's texts; nil if it has none. Show ``title``, ``message`` and ``title(of:)`` instead.
  public let texts: PromptTexts?
  /// The language key whose texts are shown, as the document writes it; nil for Herald's own message.
  public let language: ExactString?
  /// The URL behind `update` or `open`; nil if it has none.
  public let destination: ExactString?
  /// True if an optional update may be skipped for good.
  public let isSkippable: Bool
  /// The variant of the texts that this installation sees; nil for a rule without variants.
  public let variant: ExactString?
  /// The language of Herald's own texts: the device's, or English.
  public let ownLanguage: OwnLanguage

  init(
    rule: ExactString, kind: PromptKind, texts: PromptTexts?, language: ExactString?, destination: ExactString?,
    isSkippable: Bool, variant: ExactString? = nil, ownLanguage: OwnLanguage
  ) {
    self.rule = rule
    self.kind = kind
    self.texts = texts
    self.language = language
    self.destination = destination
    self.isSkippable = isSkippable
    self.variant = variant
    self.ownLanguage = ownLanguage
  }

  /// The id of a latched push's prompt.
  public static let pushRule: ExactString = "push"

  /// The buttons, the most important first.
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
  /// True if both show the same and lead to the same place.
  public static func == (left: Self, right: Self) -> Bool {
    left.isSame(as: right) && left.destination == right.destination
  }

  /// True if both are the same, except for their destinations.
  func isSame(as other: Self) -> Bool {
    rule == other.rule && kind == other.kind && texts == other.texts && language == other.language
      && ownLanguage == other.ownLanguage && isSkippable == other.isSkippable && variant == other.variant
  }
}
