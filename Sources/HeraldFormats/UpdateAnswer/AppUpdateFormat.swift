package import Herald

/// The answer that WVector's AppUpdate reads.
package enum AppUpdateFormat: Format {
  package static let names = ["appupdate"]

  package static var reference: FormatReference {
    FormatReference(
      "The answer that WVector's AppUpdate reads.", keys: AppUpdateKey.self, constraints: [AppUpdateKey.demand])
  }

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(AppUpdateKey.version) || outline.has(AppUpdateKey.url)
  }

  package static func read(_ document: Document) -> ReadDocument {
    let answer = UpdateAnswer<AppUpdateKey>(id: "update:appupdate")
    return ObjectDocument.read(document) { (object) throws(Refused) in try answer.policy(&object) }
  }
}
