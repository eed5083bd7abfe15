import Herald

/// The keys of a document with one version, whose first number forces and whose second suggests.
enum SegmentsKey: String, DocumentKey {
  case version, downloadUrl, review, title, message, whatIsNew

  var about: KeyReference {
    switch self {
    case .version:
      .version("The newest version: an older first number forces the update, an older second number offers it.")
    case .downloadUrl: .downloadURL
    case .review: .review
    case .title: .optionalText("The prompt's heading.", example: #""New version""#)
    case .message: .optionalText("What the prompt says.", example: #""Please update.""#)
    case .whatIsNew: .whatIsNew
    }
  }
}
