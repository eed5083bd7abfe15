package import Herald

/// The answer that WVector's AppUpdate reads.
package enum AppUpdateFormat: Format {
  package static let names = ["appupdate"]

  package static func recognizes(_ outline: DocumentOutline) -> Bool {
    outline.has("new_version") || outline.has("apk_file_url")
  }

  package static func read(_ document: Document) -> ReadDocument {
    let answer = UpdateAnswer(
      id: "update:appupdate", version: "new_version", url: "apk_file_url", constraint: "constraint")
    return ObjectDocument.read(document) { (object) throws(Refused) in try answer.policy(&object) }
  }
}
