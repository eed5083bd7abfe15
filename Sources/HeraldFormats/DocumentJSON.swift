import Herald

/// A JSON document: its tree, and the position of each node.
struct DocumentJSON {
  let root: JSONNode
  let lines: LineMap
  private(set) var diagnostics: [Diagnostic] = []

  /// The most levels of nesting; the root is level 1.
  static let depthLimit = 64

  /// Reads a document strictly. A byte order mark and trailing commas are accepted and reported.
  static func read(_ document: Document) -> Result<DocumentJSON, Unreadable> {
    let lines = LineMap(document.text)
    do throws(JSONFault) {
      let (root, leniencies) = try JSONNode.read(document.text, depthLimit: depthLimit, lenient: true)
      return .success(DocumentJSON(root: root, lines: lines, leniencies: leniencies))
    } catch {
      let isPage = DocumentOutline.isPage(document.text)
      return .failure(
        Unreadable(
          diagnostic: Diagnostic(
            RefusalReason.invalidJSON, .error, what: "The document is not JSON that Herald reads.",
            place: lines.place(error.offset), why: isPage ? "it begins as a page of HTML does" : error.reason,
            fix: isPage ? "check the address, and that no sign-in page of a network answers in its place" : error.fix)))
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
      diagnostics.note(
        Diagnostic(
          DocumentCode.byteOrderMark, .warning, what: "The document begins with a byte order mark.",
          place: lines.place(0),
          why: "RFC 8259 forbids it, and other readers refuse it", fix: "save the file as UTF-8 without one"))
    }
    for comma in leniencies.trailingCommas {
      diagnostics.note(
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
