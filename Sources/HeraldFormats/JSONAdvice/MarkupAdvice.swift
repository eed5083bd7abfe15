import Herald

/// The likely mistake behind markup in the place of JSON, and its correction.
struct MarkupAdvice {
  /// The mistake, as a clause.
  let reason: String
  /// The correction, as a clause.
  let fix: String

  /// Advice on a text that begins with `<`.
  init(on text: String) {
    (reason, fix) =
      switch MarkupRoot.name(in: text) {
      case "appupdater":
        (
          "it is AppUpdater's own XML, whose JSON alone is read",
          "publish the same as JSON, such as {\"latestVersion\": \"2.10.1\", \"url\": \"https://…\"}"
        )
      case "rss": ("it is a feed (RSS), and not JSON", "name the format `appcast` if it is a feed of releases")
      case "html", nil: Self.page
      case let name? where Self.namesOfPages.contains(name): Self.page
      case let name?: ("it is XML, whose element is `\(name)`, and not JSON", "publish the document as JSON")
      }
  }

  private static let page = (
    "it begins as a page of HTML does", "check the address, and that no sign-in page of a network answers in its place"
  )
  private static let namesOfPages: Set<String> = [
    "head", "body", "title", "meta", "script", "style", "div", "p", "h1", "a", "center", "table", "br",
  ]
}

/// The name of the first element of a text with markup.
enum MarkupRoot {
  /// The name in lower case; nil for a text without an element, and for a page that says by its type that it is HTML.
  static func name(in text: String) -> String? {
    var rest = Substring(text.trimmed).utf8
    while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
      rest = rest[start...].dropFirst()
      guard let first = rest.first else { return nil }
      let isComment = rest.starts(with: "!--".utf8)
      if first == UInt8(ascii: "?") || isComment {
        guard let end = Self.end(of: rest, isComment ? "-->" : "?>") else { return nil }
        rest = end
        continue
      }
      if first == UInt8(ascii: "!") { return nil }
      let name = rest.prefix { !($0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D || $0 == 0x2F || $0 == 0x3E) }
      return name.isEmpty || name.count > 64 ? nil : String(decoding: name, as: UTF8.self).lowercased()
    }
    return nil
  }

  private static func end(of text: Substring.UTF8View, _ mark: String) -> Substring.UTF8View? {
    var rest = text
    while !rest.isEmpty {
      if rest.starts(with: mark.utf8) { return rest.dropFirst(mark.utf8.count) }
      rest = rest.dropFirst()
    }
    return nil
  }
}
