/// The texts of a prompt that a document brings. What it does not bring is Herald's own: ``OwnTexts``.
public final class PromptTexts: Sendable {
  /// Never blank; nil for Herald's own message.
  public let message: String?
  public let title: String?
  public let whatIsNew: String?
  public let warnings: String?
  public let imageURL: String?
  /// What the update button says; nil for Herald's own word.
  public let updateButton: String?

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

  public static func == (left: PromptTexts, right: PromptTexts) -> Bool { left === right || left.all == right.all }
  public func hash(into hasher: inout Hasher) { hasher.combine(all) }
}
