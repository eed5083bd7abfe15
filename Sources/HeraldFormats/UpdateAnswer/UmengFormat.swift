package import Herald

/// Umeng's update service.
package enum UmengFormat: Format {
  package static let names = ["umeng"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has("update") && !AppUpdateFormat.recognizes(outline)
  }

  package static func read(_ document: Document) -> ReadDocument {
    let answer = UpdateAnswer(id: "update:umeng", version: "version", url: "path")
    return ObjectDocument.read(document) { (object) throws(Refused) in try answer.policy(&object) }
  }
}
