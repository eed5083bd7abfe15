package import Herald

/// A JSON document: its tree, and the position of each node.
package struct DocumentJSON {
  let root: JSONNode
  let lines: LineMap
  private(set) var diagnostics: [Diagnostic] = []

  /// The most levels of nesting; the root is level 1.
  package static let depthLimit = 64

  /// Reads a document strictly. A byte order mark and trailing commas are accepted and reported.
  static func read(_ document: Document) -> Result<DocumentJSON, Unreadable> {
    let lines = LineMap(document.text)
    do throws(JSONFault) {
      let (root, leniencies) = try JSONNode.read(document.text, depthLimit: depthLimit, lenient: true)
      return .success(DocumentJSON(root: root, lines: lines, leniencies: leniencies))
    } catch {
      let page = DocumentOutline.isPage(document.text) ? MarkupAdvice(on: document.text) : nil
      let advice = JSONAdvice(on: error, in: document.text)
      return .failure(
        Unreadable(
          diagnostic: Diagnostic(
            RefusalReason.invalidJSON, .error, what: "The document is not JSON that Herald reads.",
            place: lines.place(error.offset), why: page?.reason ?? advice.reason, fix: page?.fix ?? advice.fix))
      )
    }
  }

  /// The reason why a document's text cannot be read.
  struct Unreadable: Error {
    let diagnostic: Diagnostic
  }

  private init(root: JSONNode, lines: LineMap, leniencies: JSONNode.Leniencies) {
    self.root = root
    self.lines = lines
    if leniencies.hadByteOrderMark {
      diagnostics.record(
        Diagnostic(
          DocumentCode.byteOrderMark, .warning, what: "The document begins with a byte order mark.",
          place: lines.place(0),
          why: "RFC 8259 forbids it, and other readers refuse it", fix: "save the file as UTF-8 without one"))
    }
    for comma in leniencies.trailingCommas {
      diagnostics.record(
        Diagnostic(
          DocumentCode.trailingComma, .warning, what: "A comma stands before a closing bracket.",
          place: lines.place(comma),
          why: "strict readers refuse the whole document for it", fix: "remove the comma"))
    }
  }

  func place(_ node: JSONNode, _ pointer: String) -> DocumentPlace {
    lines.place(node.place.lowerBound, pointer: pointer)
  }
}

/// The features that distinguish the formats: the names of a document's root, or that it is HTML.
package struct DocumentOutline: Sendable {
  package let text: String
  /// Names of the root's members that are not `null`; empty where the document is not a JSON object.
  package let names: Set<ExactString>
  /// True if the document begins as HTML does.
  package let isPage: Bool

  init(of document: Document) {
    text = document.text
    isPage = Self.isPage(document.text)
    // A document that is not JSON has no names; reading it reports why.
    let root = isPage ? nil : try? JSONNode.read(document.text, depthLimit: DocumentJSON.depthLimit, lenient: true).node
    names = Set((root?.members ?? []).filter { !$0.node.isNull }.map { ExactString($0.name) })
  }

  /// True if a text begins as HTML, which no JSON does.
  static func isPage(_ text: String) -> Bool {
    text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" } == "<"
  }

  /// The words on a JSON object that is of no format; nil for what no key is known of.
  fileprivate var unknownShape: String? {
    if names.isEmpty { return nil }
    let some = names.sorted().prefix(4).map { "`\($0.string.shown)`" }.joined(separator: ", ")
    return "if it is another system's: no format that Herald reads has such a document (\(some)"
      + "\(names.count > 4 ? ", …" : ""))"
  }

  func has(_ key: some DocumentKey) -> Bool { names.contains(ExactString(key.rawValue)) }
}

extension Format {
  /// True if the format accepts the document, also one without a rule: a service that has no update sends such a document.
  fileprivate static func reads(_ document: Document) -> Bool {
    let own = Document(
      body: document.body, digest: document.digest, format: ExactString(names.first ?? ""), url: document.url,
      storeURL: document.storeURL ?? "https://example.com/", houseRules: nil)
    guard document.text.utf8.count <= sizeLimit, case .accepted = read(own).reading else { return false }
    return true
  }
}

extension ReadDocument {
  /// Adds the name of another format that the document looks like, unless it looks like the format that it was read as.
  func comparedWithOthers(_ document: Document, readAs format: any Format.Type) -> ReadDocument {
    // A policy that names its app was read in the right format.
    if case .accepted(let policy) = reading, policy.packageName != nil { return self }
    let outline = DocumentOutline(of: document)
    if format.recognizes(outline) { return self }
    // Only a format that accepts the document is worth suggesting.
    let name = Formats.all.first { $0.recognizes(outline) && $0.reads(document) }?.names.first
    switch reading {
    case .accepted(let policy):
      guard let name else { return self }
      let finding = Diagnostic(
        DocumentCode.otherFormat, .warning, what: "Nothing in the document is what `\(document.format)` reads.",
        place: LineMap(document.text).place(0), why: "unknown keys are ignored, so it says nothing at all",
        fix: "fetch the right address, or name the right format: it looks like `\(name)`")
      return ReadDocument(policy, diagnostics + [finding], leftOut: leftOut)
    case .refused(let reason):
      guard var last = diagnostics.last, let words = name.map({ "it looks like `\($0)`" }) ?? outline.unknownShape
      else { return self }
      last.fix += "; \(words)"
      return ReadDocument(refused: reason, diagnostics.dropLast() + [last])
    }
  }
}
