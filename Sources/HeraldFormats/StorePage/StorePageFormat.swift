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
    outline.isPage && (try? version(in: outline.text)) != nil
  }

  package static func read(_ document: Document) -> ReadDocument {
    do throws(Refused) {
      let found = try version(in: document.text)
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
  private static func version(
    in text: String
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
      return (version, lines.place(found.offset))
    }
    throw Refused(
      .noVersion, what: "The page names no version.", place: lines.place(0),
      why: "it has neither a `SoftwareApplication` with a `softwareVersion` nor a text such as `Version 2.10`",
      fix: "check that the address is that of the app's page in the App Store")
  }
}
