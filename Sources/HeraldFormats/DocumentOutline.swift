public import Herald

/// What tells the formats apart at a glance: the names at a document's root, or that it's a page.
public struct DocumentOutline: Sendable {
  public let text: String
  /// Names of the root's members that are not `null`; empty where the document is no JSON object.
  public let names: Set<ExactString>
  /// Whether the document begins as HTML does.
  public let isPage: Bool

  init(of document: Document) {
    text = document.text
    isPage = Self.isPage(document.text)
    let root = isPage ? nil : try? JSONNode.read(document.text, depthLimit: DocumentJSON.depthLimit, lenient: true).node
    names = Set((root?.members ?? []).filter { !$0.node.isNull }.map { ExactString($0.name) })
  }

  /// No JSON begins so.
  static func isPage(_ text: String) -> Bool {
    text.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FEFF}" } == "<"
  }

  func has(_ name: ExactString) -> Bool { names.contains(name) }
}

extension ReadDocument {
  /// The same, and which format the document looks like, where that is another than it was read as.
  func comparedWithOthers(_ document: Document, readAs format: any Format.Type) -> ReadDocument {
    // What names its app is what it was taken for.
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
