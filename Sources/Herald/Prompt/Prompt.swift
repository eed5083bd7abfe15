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
  /// The document's texts as it has them, placeholders such as `{deadline}` included; nil if it has none. Show ``title``,
  /// ``message``, ``whatIsNew``, ``warnings`` and ``title(of:)`` instead.
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
  /// The values of placeholders in the texts; nil for texts without.
  ///
  /// Equality leaves them out: a prompt whose count of days went down is the same prompt.
  private let placeholders: PlaceholderValues?

  init(
    rule: ExactString, kind: PromptKind, texts: PromptTexts?, language: ExactString?, destination: ExactString?,
    isSkippable: Bool, variant: ExactString? = nil, ownLanguage: OwnLanguage, placeholders: PlaceholderValues? = nil
  ) {
    self.rule = rule
    self.kind = kind
    self.texts = texts
    self.language = language
    self.destination = destination
    self.isSkippable = isSkippable
    self.variant = variant
    self.ownLanguage = ownLanguage
    self.placeholders = placeholders
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

/// The texts that a presenter shows: the document's, otherwise Herald's own in the device's language.
extension Prompt {
  /// One line; never blank.
  public var title: String { written(texts?.title) ?? ownLanguage.texts.words(for: kind).title }

  /// A few sentences; never blank.
  public var message: String { written(texts?.message) ?? ownLanguage.texts.words(for: kind).message }

  /// The release notes; nil if the document has none.
  public var whatIsNew: String? { written(texts?.whatIsNew) }

  /// What the user should know before updating; nil if the document does not say.
  public var warnings: String? { written(texts?.warnings) }

  /// The title of a button; never blank.
  public func title(of button: Button) -> String {
    let own = ownLanguage.texts.title(of: button)
    return button == .update ? written(texts?.updateButton) ?? own : own
  }

  /// The text with its placeholders filled in. A blank text counts as missing.
  private func written(_ text: String?) -> String? {
    let filled = text.map { placeholders?.fill($0, in: language) ?? $0 }
    return filled.flatMap { $0.isBlank ? nil : $0 }
  }
}

/// The kinds of prompts, by what they demand of the user.
public enum PromptKind: String, Hashable, Sendable, CaseIterable {
  /// The app's service has ended: nothing else can be done.
  case exit
  /// The app must be updated.
  case force
  /// The app may be updated.
  case optional
  /// Something to read.
  case message

  /// True if the user cannot dismiss the prompt.
  public var isBlocking: Bool { self == .exit || self == .force }
}

/// The buttons of prompts.
public enum Button: String, Hashable, Sendable, CaseIterable {
  case update, later, skip, exit, open, dismiss

  /// The words of all buttons.
  static let words = allCases.map { ExactString($0.rawValue) }
}

/// The texts of a prompt in a document. Texts that are missing are Herald's own: ``OwnTexts``.
public final class PromptTexts: Sendable {
  /// Never blank; nil for Herald's own message.
  public let message: String?
  /// One line; nil for Herald's own title.
  public let title: String?
  /// The release notes; nil without any.
  public let whatIsNew: String?
  /// Warnings that the user should read before updating.
  public let warnings: String?
  /// A picture beside the message.
  public let imageURL: String?
  /// The title of the update button; nil for Herald's own.
  public let updateButton: String?

  /// Makes the texts; texts that are left out are Herald's own.
  public init(
    message: String? = nil, title: String? = nil, whatIsNew: String? = nil, warnings: String? = nil,
    imageURL: String? = nil, updateButton: String? = nil
  ) {
    self.message = message
    self.title = title
    self.whatIsNew = whatIsNew
    self.warnings = warnings
    self.imageURL = imageURL
    self.updateButton = updateButton
  }
}

extension PromptTexts: Hashable {
  private var all: [ExactString?] {
    [message, title, whatIsNew, warnings, imageURL, updateButton].map { $0.map { ExactString($0) } }
  }

  /// Compared byte by byte, as texts are elsewhere.
  public static func == (left: PromptTexts, right: PromptTexts) -> Bool { left === right || left.all == right.all }
  /// Hashes every text.
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
