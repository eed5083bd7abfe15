import Herald

/// A rule's id, filters and texts.
extension RuleReader {
  /// The rule's id such as `update:7`; without one in the document, a digest of the rule's texts and destinations.
  mutating func id() throws(Invalid) -> ExactString {
    let prefix = isUpdate ? "update:" : "message:"
    let own = try value("id", "a number or a text") { node -> String? in
      switch node.value {
      case .number(let text): CanonicalJSON.number(text)
      case .string(let text): text
      default: nil
      }
    }
    if let own, !own.isEmpty, ExactString(own) != "0" { return ExactString(prefix + own) }
    return ExactString(prefix + "auto-" + automaticID())
  }

  /// The first 12 hex digits of SHA-256 over the canonical form of the keys that a user can see.
  private func automaticID() -> String {
    let keys: Set<String> = [
      "descriptions", "targetGooglePlay", "targetPackageName", "targetPackageUrl", "targetWebsiteUrl",
    ]
    let identifying = (entry.node.members ?? []).filter { keys.contains($0.name) && !$0.node.isNull }
    var writer = JSONWriter()
    CanonicalJSON.write(JSONNode(.object(identifying), place: entry.node.place), into: &writer)
    return String(Digest.of(writer.bytes).string.dropFirst(7).prefix(12))
  }

  /// The filters in the order of the document. A `null` matches everything.
  mutating func filters() throws(Invalid) -> [Filter] {
    let members = try value("filters", "an object of texts", \.members) ?? []
    var filters: [Filter] = []
    for member in members where !member.node.isNull {
      let key = "/filters/\(JSONPointer.token(member.name))"
      guard let text = Coercion.written(member.node) else {
        throw Invalid(
          node: member.node, key: key, what: "The filter `\(member.name)` is \(member.node.kindName).",
          why: "a filter that cannot be read must not match everybody", fix: "write a text, a number or a boolean")
      }
      remember(member.node, at: key)
      filters.append(Filter(property: ExactString(member.name), text: text))
    }
    return filters
  }

  /// The languages that have a text.
  mutating func descriptions() throws(Invalid) -> Descriptions {
    guard let members = try value("descriptions", "an object of texts by language", \.members) else {
      throw Invalid(
        node: entry.node, key: "", what: "The rule has no `descriptions`.", why: "there would be nothing to show",
        fix: "add {\"descriptions\": {\"en\": {\"message\": \"…\"}}}")
    }
    return Descriptions(
      members.compactMap { member in
        guard let texts = Self.texts(member.node) else { return nil }
        return Descriptions.Entry(key: ExactString(member.name), texts: texts)
      })
  }

  /// The texts of one language: an object with a message that is not blank, or the bare message.
  private static func texts(_ node: JSONNode) -> PromptTexts? {
    let bare = node.string
    guard let message = bare ?? node[name: "message"]?.string, !message.isBlank else { return nil }
    return PromptTexts(
      message: message, title: node[name: "title"]?.string, whatIsNew: node[name: "whatIsNew"]?.string,
      warnings: node[name: "warnings"]?.string, imageURL: node[name: "imageUrl"]?.string)
  }

  /// The destinations of the button: on Android the store page comes first.
  mutating func destinations(targetPackageName: String?) throws(Invalid) -> Rule.Destinations {
    let website = try url("targetWebsiteUrl")
    let package = try url("targetPackageUrl")
    let isInStore = try flag("targetGooglePlay")
    let storePage = isInStore ? ExactString("market://details?id=" + (targetPackageName ?? packageName.trimmed)) : nil
    let elsewhere = website ?? package ?? storePage
    return Rule.Destinations(onAndroid: storePage ?? elsewhere, elsewhere: elsewhere)
  }

  private mutating func url(_ name: String) throws(Invalid) -> ExactString? {
    guard let text = try text(name), !text.isBlank else { return nil }
    return try value(name, "a URL that a device can open (http, https, itms-apps, itms-services, market)") {
      $0.string.flatMap { Destination.read($0) }
    }
  }
}
