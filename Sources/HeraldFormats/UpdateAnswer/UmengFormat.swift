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

/// The keys of Umeng's update service.
enum UmengKey: String, UpdateAnswerKey {
  case update, version
  case url = "path"
  case notes = "update_log"

  var about: KeyReference { aboutAnswer }
}

/// The keys of the answer that WVector's AppUpdate reads.
enum AppUpdateKey: String, UpdateAnswerKey {
  case update
  case version = "new_version"
  case url = "apk_file_url"
  case notes = "update_log"
  case isForced = "constraint"

  static var constraint: Self? { .isForced }

  var about: KeyReference {
    guard self == .isForced else { return aboutAnswer }
    return KeyReference(
      .flag, .optional(default: "false"), "Whether the update is forced.", example: "true", fault: .countsAsAbsent)
  }
}
