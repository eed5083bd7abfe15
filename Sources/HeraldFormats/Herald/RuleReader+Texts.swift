import Herald

/// A rule's id, filters and texts.
extension RuleReader {
  /// The rule's id such as `update:7`; without one in the document, a digest of the rule's texts and destinations.
  mutating func id() -> ExactString {
    let prefix = isUpdate ? "update:" : "message:"
    let own = value(.id) { node -> String? in
      switch node.value {
      case .number(let text): CanonicalJSON.number(text)
      case .string(let text): text
      default: nil
      }
    }
    if let own, !own.isEmpty, ExactString(own) != "0" { return ExactString(prefix + own) }
    return ExactString(prefix + "auto-" + automaticID())
  }

  private static let identifyingKeys: Set<RuleKey> = [
    .descriptions, .targetGooglePlay, .targetPackageName, .targetPackageUrl, .targetWebsiteUrl,
  ]

  /// The first 12 hex digits of SHA-256 over the canonical form of the keys that a user can see.
  private func automaticID() -> String {
    let identifying = (entry.node.members ?? []).filter { member in
      RuleKey(rawValue: member.name).map(Self.identifyingKeys.contains) ?? false && !member.node.isNull
    }
    var writer = JSONWriter()
    CanonicalJSON.write(JSONNode(.object(identifying), place: entry.node.place), into: &writer)
    return String(Digest.of(writer.bytes).string.dropFirst(7).prefix(12))
  }

  /// The filters in the order of the document. A `null` matches everything.
  mutating func filters() -> [Filter] {
    let members = value(.filters) { $0.members } ?? []
    var filters: [Filter] = []
    for member in members where !member.node.isNull {
      let key = "/filters/\(JSONPointer.token(member.name))"
      guard let filter = FilterKey.read(member) else {
        fail(
          member.node, key, "The filter `\(member.name)` is \(member.node.kindName).",
          why: "a filter that cannot be read must not match everybody", fix: "write a text, a number or a boolean")
        continue
      }
      remember(member.node, at: key)
      filters.append(filter)
    }
    return filters
  }

  /// The languages that have a text.
  mutating func descriptions() -> Descriptions {
    let members = value(.descriptions) { $0.members }
    if entry.node[RuleKey.descriptions] == nil {
      fail(
        entry.node, "", "The rule has no `descriptions`.", why: "there would be nothing to show",
        fix: "add {\"descriptions\": {\"en\": {\"message\": \"…\"}}}")
    }
    let descriptions = Self.descriptions(members ?? [])
    rememberLanguages(without: descriptions, of: members ?? [], at: .descriptions)
    return descriptions
  }

  /// The languages of an object, with their texts or without one.
  static func descriptions(_ members: [JSONMember]) -> Descriptions {
    Descriptions(
      members.compactMap { member in
        guard let texts = texts(member.node) else { return nil }
        return Descriptions.Entry(key: ExactString(member.name), texts: texts)
      },
      languagesWithoutText: members.filter { !$0.node.isNull && texts($0.node) == nil }.map { ExactString($0.name) })
  }

  /// Records the places of the languages that have no text, because an answer points at them.
  mutating func rememberLanguages(without descriptions: Descriptions, of members: [JSONMember], at key: RuleKey) {
    for member in members where descriptions.languagesWithoutText.contains(ExactString(member.name)) {
      remember(member.node, at: "\(key.pointer)/\(JSONPointer.token(member.name))")
    }
  }

  /// The texts of one language: an object with a message that is not blank, or the bare message.
  private static func texts(_ node: JSONNode) -> PromptTexts? {
    let bare = node.string
    guard let message = bare ?? node[TextKey.message]?.string, !message.isBlank else { return nil }
    return PromptTexts(
      message: message, title: node[TextKey.title]?.string, whatIsNew: node[TextKey.whatIsNew]?.string,
      warnings: node[TextKey.warnings]?.string, imageURL: node[TextKey.imageUrl]?.string)
  }

  /// The destinations of the button: on Android the store page comes first.
  mutating func destinations(targetPackageName: String?) -> Rule.Destinations {
    let website = url(.targetWebsiteUrl)
    let package = url(.targetPackageUrl)
    let isInStore = flag(.targetGooglePlay)
    let storePage = isInStore ? ExactString("market://details?id=" + (targetPackageName ?? packageName.trimmed)) : nil
    let elsewhere = website ?? package ?? storePage
    return Rule.Destinations(onAndroid: storePage ?? elsewhere, elsewhere: elsewhere)
  }

  /// The URL of a key; nil where it is missing or blank.
  private mutating func url(_ key: RuleKey) -> ExactString? {
    if let node = entry.node[key], let text = node.string, text.isBlank {
      remember(node, at: key.pointer)
      return nil
    }
    return value(key) { $0.string.flatMap { Destination.read($0) } }
  }
}
