package import Herald

/// Umeng's update service.
package enum UmengFormat: Format {
  package static let names = ["umeng"]

  package static var reference: FormatReference {
    FormatReference("The answer of Umeng's update service.", keys: UmengKey.self, constraints: [UmengKey.demand])
  }

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has(UmengKey.update) && !AppUpdateFormat.recognizes(outline)
  }

  package static func read(_ document: Document) -> ReadDocument {
    let answer = UpdateAnswer<UmengKey>(id: "update:umeng")
    return ObjectDocument.read(document) { (object) throws(Refused) in try answer.policy(&object) }
  }
}
