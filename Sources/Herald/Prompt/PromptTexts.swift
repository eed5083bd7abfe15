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
