package import Herald

/// Herald's own format: Turkcell Updater's with additional optional keys.
package enum HeraldFormat: Format {
  package static let names = ["herald", "turkcell"]
  package static let takesHouseRules = false

  package static var reference: FormatReference {
    FormatReference("Herald's own, which is Turkcell Updater's with more keys.", RootKey.document)
  }

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(RootKey.packageName) || outline.has(RootKey.updates)
  }

  package static func read(_ document: Document) -> ReadDocument {
    switch DocumentJSON.read(document) {
    case .failure(let unreadable): return ReadDocument(refused: .invalidJSON, unreadable.diagnostic)
    case .success(let json):
      var reader = HeraldDocument(json: json, document: document)
      return reader.read()
    }
  }
}
