import Herald

/// A document that is one JSON object, while a format reads it.
struct ObjectDocument {
  let json: DocumentJSON
  let document: Document
  private(set) var diagnostics: [Diagnostic]
  /// Entries that become no rule because they cannot be read, or repeat another.
  var leftOut = 0

  /// Reads a document up to its root, and calls the format for the rest.
  static func read(
    _ document: Document, _ policy: (inout ObjectDocument) throws(Refused) -> Policy
  ) -> ReadDocument {
    switch DocumentJSON.read(document) {
    case .failure(let unreadable): return ReadDocument(refused: .invalidJSON, unreadable.diagnostic)
    case .success(let json):
      var object = ObjectDocument(json: json, document: document, diagnostics: json.diagnostics)
      do throws(Refused) {
        try object.demandObject(at: "", "The document")
        let policy = try policy(&object)
        return ReadDocument(policy, object.diagnostics, leftOut: object.leftOut)
      } catch {
        return ReadDocument(refused: error.reason, object.diagnostics + [error.diagnostic])
      }
    }
  }

  /// The place of a JSON pointer's value, or of its nearest ancestor that exists.
  func place(_ pointer: String) -> DocumentPlace { json.place(json.root.node(at: pointer), pointer) }

  func refused(_ reason: RefusalReason, at pointer: String, _ what: String, why: String, fix: String) -> Refused {
    Refused(reason, what: what, place: place(pointer), why: why, fix: fix)
  }

  mutating func record(
    _ code: DocumentCode, _ severity: Diagnostic.Severity, at pointer: String, _ what: String, why: String, fix: String
  ) {
    diagnostics.record(Diagnostic(code, severity, what: what, place: place(pointer), why: why, fix: fix))
  }

  mutating func record(_ finding: Diagnostic) { diagnostics.record(finding) }

  /// Refuses the document where the value at a pointer is not an object.
  ///
  /// - Parameter name: the value's name at the beginning of a sentence.
  func demandObject(at pointer: String, _ name: String) throws(Refused) {
    let node = json.root.node(at: pointer)
    guard node.members == nil else { return }
    throw refused(
      .invalidDocument, at: pointer, "\(name) is \(node.kindName).", why: "it has to be an object", fix: "write { … }")
  }

  /// Reports keys that are probably misspelt. Other unknown keys are the service's own, and are not mentioned.
  mutating func noteMisspeltKeys<Key: DocumentKey>(at pointer: String, known: Key.Type) {
    let node = json.root.node(at: pointer)
    let known = Key.names
    for member in node.members ?? [] where !known.contains(member.name) {
      guard let meant = Spelling.nearest(to: member.name, among: known), let key = Key(rawValue: meant),
        node[key] == nil
      else { continue }
      record(
        .unknownKey, .warning, at: "\(pointer)/\(JSONPointer.token(member.name))",
        "The key \(quoted(member.name)) is not one that the format reads.", why: "unknown keys are ignored",
        fix: "did you mean `\(meant)`?")
    }
  }

  /// Refuses the document where it has none of a format's keys, such as an error page. An empty text counts as absent.
  func demandAny<Key: DocumentKey>(of keys: [Key]) throws(Refused) {
    if keys.contains(where: { Flag(self[$0]) != .absent }) { return }
    let list = keys.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    throw refused(
      .invalidDocument, at: "", "The document has none of the keys \(list).",
      why: "an error page must not lift what the last answer asked for", fix: "publish one of them")
  }

  /// A version that the format requires.
  func version(_ node: JSONNode?, at pointer: String, named name: String = "version") throws(Refused)
    -> PublishedVersion
  {
    if let version = node?.string.flatMap({ PublishedVersion($0) }) { return version }
    let what =
      switch node {
      case nil: "The document has no `\(name)`."
      case let node? where node.string != nil: "`\(name)` is \(quoted(node.string ?? "")), which is not a version."
      case let node?: "`\(name)` is \(node.kindName)."
      }
    throw refused(
      .invalidVersion, at: pointer, what, why: "the installed version is compared with it",
      fix: "write a text such as \"2.10.1\"")
  }

  /// The date of the release; nil where the document does not say, and with a finding where the date cannot be read.
  mutating func releaseDate(_ node: JSONNode?, at pointer: String) -> WindowDate? {
    guard let node else { return nil }
    if let date = node.string.flatMap({ WindowDate($0) }) { return date }
    record(
      .invalidDate, .warning, at: pointer, "The date of the release is \(quoted(node.canonical)), which is none.",
      why: "without a date the version counts as released at an unknown time",
      fix: "write a date such as \"2026-03-02T08:00:00Z\", or leave it out")
    return nil
  }

  /// All versions where the document says that the store reviews the app: nothing is shown then. Nil otherwise.
  mutating func review(_ key: some DocumentKey) -> ReviewedVersions? {
    flag(self[key], at: key.pointer, named: key.rawValue) ? .all : nil
  }

  /// The rule of a draft; empty, with a finding, where the draft has no usable destination.
  mutating func rules(_ draft: RuleDraft) -> [Rule] { draft.rules(in: document, &diagnostics) }
}
