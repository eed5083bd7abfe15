package import Herald

/// The App Store's web page of one app.
///
/// JSON-LD is read strictly, script by script. A script that is broken, or that describes no app with a
/// `softwareVersion` of type text, is skipped. The app is searched in lists, in `@graph` and in `mainEntity`, so a
/// recommended app is never used instead. Text is what a browser would show: no script, style, comment, title or
/// attribute. An element whose whole text is a ``VersionLabel`` comes before any other text. In other text, `Version` and
/// its number are whole words with white space between them, in one block of the page.
package enum StorePageFormat: Format {
  package static let names = ["storepage"]
  package static let leadsToItsURL = true
  package static let sizeLimit = Document.largestSizeLimit
  package static var reference: FormatReference {
    FormatReference(
      "The App Store's web page of one app, up to 4 MiB. Without JSON-LD the text `Version 2.10` of the page counts.",
      in: .html, ObjectReference("page", "the page's JSON-LD", SoftwareApplicationKey.references))
  }

  /// True if the page names a version, which pages of an error or of a network's sign-in do not.
  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.isPage && (try? version(in: outline.text, namedBy: [])) != nil
  }

  package static func read(_ document: Document) -> ReadDocument {
    do throws(Refused) {
      let found = try version(in: document.text, namedBy: AppNumber.all(in: [document.url, document.storeURL]))
      let rule = RuleDraft(
        id: "update:storepage", kind: .optional, condition: .older(than: found.version, .leftOut),
        target: found.version,
        urls: [document.url?.string], place: found.place, keys: [VersionCondition.key: found.place])
      var diagnostics: [Diagnostic] = []
      let rules = rule.rules(in: document, &diagnostics)
      let order = PublishOrder(family: "storepage", mark: .version(found.version))
      return ReadDocument(Policy(of: document, rules: rules, order: order), diagnostics)
    } catch {
      return ReadDocument(refused: error.reason, error.diagnostic)
    }
  }

  /// The version in the page's JSON-LD, or else in its visible text.
  ///
  /// - Parameter numbers: the app's numbers in the store, as the fetch's addresses have them.
  private static func version(
    in text: String, namedBy numbers: [String]
  ) throws(Refused) -> (version: PublishedVersion, place: DocumentPlace) {
    let lines = LineMap(text)
    let page = HTMLPage(text)
    for script in page.linkedData {
      guard let written = SoftwareApplication.version(in: script.text) else { continue }
      let place = lines.place(script.offset)
      if let version = PublishedVersion(written) { return (version, place) }
      throw Refused(
        .invalidVersion, what: "The page's `softwareVersion` is \(quoted(written)), which is not a version.",
        place: place,
        why: "the installed version is compared with it", fix: "check that the page is one app's page in the App Store")
    }
    if let label = page.label, let version = PublishedVersion(label.number) {
      return (version, lines.place(label.offset))
    }
    if let found = page.text.version, let version = PublishedVersion(found.text) {
      guard numbers.contains(where: { AppNumber.stands($0, in: text) }) else {
        throw Refused(
          .noVersion, what: "The page says `Version \(found.text)`, and does not name the app.",
          place: lines.place(found.offset), why: "the page of a network's sign-in may say so too",
          fix: "fetch the app's page by an address with a part such as `id123456789`, which the page has too")
      }
      return (version, lines.place(found.offset))
    }
    throw Refused(
      .noVersion, what: "The page names no version.", place: lines.place(0),
      why: "it has neither a `SoftwareApplication` with a `softwareVersion` nor a text such as `Version 2.10`",
      fix: "check that the address is that of the app's page in the App Store")
  }
}

/// The app that a page describes as JSON-LD, in the vocabulary of schema.org.
enum SoftwareApplication {
  private typealias Key = SoftwareApplicationKey

  /// The app's `softwareVersion`; nil where the text is not JSON, or describes no app with a version.
  static func version(in script: String) -> String? {
    let text = withoutWrapping(script)
    // Some pages escape their JSON as HTML.
    let root = json(text) ?? json(CharacterReferences.resolved(text))
    return root.flatMap(version).map { CharacterReferences.resolved($0).trimmed }
  }

  /// Nil for a broken script: pages have several, and another one may describe the app.
  private static func json(_ text: String) -> JSONNode? {
    try? JSONNode.read(text, depthLimit: DocumentJSON.depthLimit, lenient: true).node
  }

  /// The version of the first app in a list, in a graph, or in the page's main entity.
  private static func version(in node: JSONNode) -> String? {
    if case .array(let elements) = node.value { return elements.lazy.compactMap(version).first }
    if isApplication(node), let version = Coercion.text(node[Key.version]) { return version }
    return [Key.graph, .mainEntity].lazy.compactMap { node[$0].flatMap(version) }.first
  }

  private static func isApplication(_ node: JSONNode) -> Bool {
    guard let type = node[Key.type] else { return false }
    if case .array(let types) = type.value { return types.contains { isName($0) } }
    return isName(type)
  }

  /// The type's name, short or in full.
  private static func isName(_ node: JSONNode) -> Bool {
    let names: Set<ExactString> = [
      "SoftwareApplication", "schema:SoftwareApplication", "http://schema.org/SoftwareApplication",
      "https://schema.org/SoftwareApplication",
    ]
    return node.string.map { names.contains(ExactString($0)) } ?? false
  }

  /// The content of a CDATA section or a comment. Old pages use them to hide scripts from older readers.
  private static func withoutWrapping(_ script: String) -> String {
    let text = script.trimmed
    let bytes = Array(text.utf8)
    if let start = bytes.firstIndex(of: "<![CDATA["), start < (bytes.firstIndex { $0 == UInt8(ascii: "{") } ?? .max) {
      let end = bytes.lastIndex(of: "]]>") ?? bytes.count
      guard start + 9 <= end else { return text }
      return trimmingCommentMarks(bytes[(start + 9)..<end])
    }
    guard bytes.starts(with: "<!--".utf8) else { return text }
    let end = bytes.lastIndex(of: "-->") ?? bytes.count
    guard end >= 4 else { return text }
    return trimmingCommentMarks(bytes[4..<end])
  }

  /// Removes a leading `*/` and a trailing `//` or `/*`, which belong to the wrapping.
  private static func trimmingCommentMarks(_ bytes: ArraySlice<UInt8>) -> String {
    let marks = Set("*/ \t\r\n".utf8)
    var bytes = bytes.drop { marks.contains($0) }
    while let last = bytes.last, marks.contains(last) { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The keys of a page's JSON-LD.
enum SoftwareApplicationKey: String, DocumentKey {
  case type = "@type"
  case version = "softwareVersion"
  case graph = "@graph"
  case mainEntity

  var about: KeyReference {
    switch self {
    case .type:
      key("What the object describes; `SoftwareApplication` is an app.", #""SoftwareApplication""#)
    case .version:
      KeyReference(
        .form(.version), .optional(default: "the text `Version 2.10` of the page"),
        "The newest version in the store; older ones are offered the update.", example: #""2.10.1""#,
        fault: .refusesDocument)
    case .graph: key("Objects among which the app is searched.", #"[{"@type": "SoftwareApplication"}]"#)
    case .mainEntity: key("The page's main object, in which the app is searched.", #"{"@type": "SoftwareApplication"}"#)
    }
  }

  private func key(_ meaning: String, _ example: String) -> KeyReference {
    KeyReference(.anything, .optional(default: "none"), meaning, example: example, fault: .countsAsAbsent)
  }
}

/// An element of a store page whose whole text is the word for *version* and a number, such as `Version 2.10`.
enum VersionLabel {
  /// The word in the languages of the App Store's pages.
  private static let words: [[Unicode.Scalar]] = [
    "Version", "バージョン", "版本", "버전", "Versión", "Versione", "Versão", "Версия", "Sürüm", "الإصدار",
  ].map { Array($0.unicodeScalars) }

  /// The number of a label; nil for any other text.
  ///
  /// White space, a colon or both stand between the word and the number.
  static func number(in text: ArraySlice<Unicode.Scalar>) -> String? {
    let text = trimmed(text)
    // `Version` begins `Versione` too.
    return words.lazy.compactMap { number(in: text, after: $0) }.first
  }

  private static func number(in text: ArraySlice<Unicode.Scalar>, after word: [Unicode.Scalar]) -> String? {
    guard text.starts(with: word) else { return nil }
    let rest = text.dropFirst(word.count)
    var number = rest.drop(while: \.properties.isWhitespace)
    if number.first == ":" { number = number.dropFirst().drop(while: \.properties.isWhitespace) }
    guard number.startIndex > rest.startIndex, isNumber(number) else { return nil }
    return String(String.UnicodeScalarView(number))
  }

  private static func trimmed(_ text: ArraySlice<Unicode.Scalar>) -> ArraySlice<Unicode.Scalar> {
    var text = text.drop(while: isBlank)
    while let last = text.last, isBlank(last) { text.removeLast() }
    return text
  }

  private static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    scalar == " " || scalar == "\n" || scalar == VisibleText.blockEnd || scalar.properties.isWhitespace
  }

  /// Digits separated by dots.
  private static func isNumber(_ text: ArraySlice<Unicode.Scalar>) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      !part.isEmpty && part.allSatisfy { ("0"..."9").contains($0) }
    }
  }
}
