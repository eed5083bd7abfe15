import Herald

/// The key of a table of released versions.
enum VersionTableKey: String, DocumentKey {
  case versions

  var about: KeyReference {
    KeyReference(
      .list(.object(Row.object)), .required,
      "A row for each released version; where the newest row says Y to both, the roll-out is held back.",
      example: #"[{"version": "1.0", "updated": "Y", "forceUpdated": "N", "downloadUrl": "https://example.com/app"}]"#,
      fault: .refusesDocument)
  }

  /// The keys of a row.
  enum Row: String, DocumentKey {
    case version, updated, forceUpdated, downloadUrl, review

    static let object = ObjectReference("row", "a row", plural: "rows", at: "versions[]", references)

    var about: KeyReference {
      switch self {
      case .version:
        .version(
          "The released version that the row is for; of rows with equal versions the first counts.",
          fault: .leavesOut("the row"))
      case .updated: flag("Whether installations of this version are offered an update.")
      case .forceUpdated: flag("Whether that update is forced.")
      case .downloadUrl: .downloadURL
      case .review: .review
      }
    }

    private func flag(_ meaning: String) -> KeyReference {
      KeyReference(
        .either([.boolean, .words(["Y", "N", "y", "n"])], name: "Y or N, or a boolean"), .optional(default: "N"),
        meaning, example: #""Y""#, fault: .leavesOut("the row"))
    }
  }
}
