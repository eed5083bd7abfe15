import Herald

/// The keys of a login service's answer.
enum LoginKey: String, DocumentKey {
  case hasNewVersion, needUpgrade, downloadUrl, review

  var about: KeyReference {
    switch self {
    case .hasNewVersion:
      answer("Whether there is an update: everything but \"0\" and \"false\" says yes.", default: "no update")
    case .needUpgrade: answer("Whether the update is forced: \"1\" and \"true\" say yes.", default: "no")
    case .downloadUrl: .downloadURL
    case .review: .review
    }
  }

  private func answer(_ meaning: String, default: String) -> KeyReference {
    KeyReference(
      .either([.text, .boolean, .anyNumber], name: "a text, a number or a boolean"), .optional(default: `default`),
      meaning, example: #""1""#, fault: .refusesDocument)
  }
}
