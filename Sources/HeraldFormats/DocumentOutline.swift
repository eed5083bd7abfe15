package import Herald

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

  func has(_ key: some DocumentKey) -> Bool { names.contains(ExactString(key.rawValue)) }
}

extension ReadDocument {
  /// Adds the name of another format that the document looks like, unless it looks like the format that it was read as.
  func comparedWithOthers(_ document: Document, readAs format: any Format.Type) -> ReadDocument {
    // A policy that names its app was read in the right format.
    if case .accepted(let policy) = reading, policy.packageName != nil { return self }
    let outline = DocumentOutline(of: document)
    guard !format.recognizes(outline), let other = Formats.all.first(where: { $0.recognizes(outline) }),
      let name = other.names.first
    else { return self }
    switch reading {
    case .accepted(let policy):
      let finding = Diagnostic(
        DocumentCode.otherFormat, .warning, what: "Nothing in the document is what `\(document.format)` reads.",
        place: LineMap(document.text).place(0), why: "unknown keys are ignored, so it says nothing at all",
        fix: "fetch the right address, or name the right format: it looks like `\(name)`")
      return ReadDocument(policy, diagnostics + [finding], leftOut: leftOut)
    case .refused(let reason):
      guard var last = diagnostics.last else { return self }
      last.fix += "; it looks like `\(name)`"
      return ReadDocument(refused: reason, diagnostics.dropLast() + [last])
    }
  }
}
