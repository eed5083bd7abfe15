package import Herald

/// A table with a row for each released version, which has no update, an optional update or a forced update.
///
/// A row is invalid where its version cannot be parsed, or a flag is neither yes nor no. A row whose URL is unusable
/// leads to the store page of the fetch. A row that repeats a version is ignored, and so is its review.
package enum VersionTableFormat: Format {
  package static let names = ["table"]

  package static var reference: FormatReference {
    FormatReference("A row for each released version.", keys: Key.self)
  }

  private typealias Key = VersionTableKey

  package static func recognizes(_ outline: DocumentOutline) -> Bool { outline.has(Key.versions) }

  package static func read(_ document: Document) -> ReadDocument {
    ObjectDocument.read(document) { (object) throws(Refused) in
      let revision = try revision(in: object)
      let rows = try rows(&object)
      let newest = rows.max { $0.version.version < $1.version.version }
      let reviewed = rows.filter(\.isReviewed).map(\.version)
      noteContradictions(rows, &object)
      // The newest version is forced to update, but nothing newer exists: the roll-out is paused.
      let isHeldBack = newest.map { $0.isUpdated && $0.isForced } ?? false
      let rules = isHeldBack ? [] : rows.filter(\.isUpdated).flatMap { Self.rules(for: $0, newest, &object) }
      return Policy(
        of: document, revision: revision, reviewVersions: reviewed.isEmpty ? nil : .equal(to: reviewed), rules: rules,
        order: order(revision, newest?.version))
    }
  }

  /// The publisher's own number, where there is one: then a version that was mended does not make a document older.
  private static func order(_ revision: Int?, _ newest: PublishedVersion?) -> PublishOrder? {
    guard let revision else { return newest.map { PublishOrder(family: "table", mark: .version($0)) } }
    return PublishOrder(family: "table", mark: .revision(revision), version: newest)
  }

  /// The document's revision; nil where it has none.
  private static func revision(in object: ObjectDocument) throws(Refused) -> Int? {
    guard let node = object[Key.revision] else { return nil }
    guard let revision = Coercion.integer(node) else {
      throw object.refused(
        .invalidDocument, at: Key.revision.pointer, "`revision` is \(quoted(node.canonical)).",
        why: "it decides which of two documents is older", fix: "write a whole number, such as 7")
    }
    return revision
  }

  /// The valid rows, and of rows with equal versions the first.
  private static func rows(_ object: inout ObjectDocument) throws(Refused) -> [VersionTableRow] {
    guard case .array(let nodes) = object[Key.versions]?.value else {
      throw object.refused(
        .invalidDocument, at: Key.versions.pointer,
        object[Key.versions].map { "`versions` is \($0.kindName)." } ?? "The document has no `versions`.",
        why: "rows stand in an array", fix: "write [ … ]")
    }
    var rows: [VersionTableRow] = []
    for (index, node) in nodes.enumerated() {
      let pointer = "\(Key.versions.pointer)/\(index)"
      do throws(VersionTableRow.Unreadable) {
        rows.append(try VersionTableRow(node, pointer: pointer))
      } catch {
        object.record(
          .invalidRow, .error, at: pointer + error.key, error.what,
          why: "a row that cannot be read is left out, the rest is used", fix: error.fix)
      }
    }
    guard !rows.isEmpty || nodes.isEmpty else {
      throw object.refused(
        .noVersion, at: Key.versions.pointer, "None of the table's rows can be read.",
        why: "a table without a row lifts what the last one asked for", fix: "correct the rows that are named")
    }
    let single = withoutRepetitions(rows, &object)
    object.leftOut = nodes.count - single.count
    return single
  }

  /// Sorts before it compares, because comparing each row with each other takes quadratic time.
  private static func withoutRepetitions(_ rows: [VersionTableRow], _ object: inout ObjectDocument) -> [VersionTableRow]
  {
    let sorted = rows.indices.sorted {
      let (left, right) = (rows[$0].version.version, rows[$1].version.version)
      return left == right ? $0 < $1 : left < right
    }
    var first = sorted.first
    var repeated: Set<Int> = []
    for index in sorted.dropFirst() {
      if let first, rows[first].version.version == rows[index].version.version {
        repeated.insert(index)
        object.record(
          .sameVersion, .warning, at: rows[index].pointer + Key.Row.version.pointer,
          "\(quoted(rows[index].version.text.string)) is the version of `\(rows[first].pointer)` too.",
          why: "of rows with equal versions the first counts", fix: "remove one of them")
      } else {
        first = index
      }
    }
    return rows.indices.filter { !repeated.contains($0) }.map { rows[$0] }
  }

  private static func noteContradictions(_ rows: [VersionTableRow], _ object: inout ObjectDocument) {
    for row in rows where row.isForced && !row.isUpdated {
      object.record(
        .contradiction, .warning, at: row.pointer + Key.Row.forceUpdated.pointer,
        "Version \(quoted(row.version.text.string)) is forced to update, and has no update.",
        why: "nobody can tell which is meant, so nothing is shown", fix: "set `updated` to Y, or `forceUpdated` to N")
    }
  }

  private static func rules(
    for row: VersionTableRow, _ newest: VersionTableRow?, _ object: inout ObjectDocument
  ) -> [Rule] {
    object.rules(
      RuleDraft(
        id: ExactString("update:table-\(row.version.text)"), kind: row.isForced ? .force : .optional,
        condition: .equal(to: row.version), target: newest?.version, urls: [row.url], place: object.place(row.pointer),
        keys: [VersionCondition.key: object.place(row.pointer + Key.Row.version.pointer)]))
  }
}

/// The key of a table of released versions.
enum VersionTableKey: String, DocumentKey {
  case versions, revision

  var about: KeyReference {
    switch self {
    case .versions:
      KeyReference(
        .list(.object(Row.object)), .required,
        "A row for each released version; where the newest row says Y to both, the roll-out is held back.",
        example:
          #"[{"version": "1.0", "updated": "Y", "forceUpdated": "N", "downloadUrl": "https://example.com/app"}]"#,
        fault: .refusesDocument)
    case .revision:
      KeyReference(
        .lenient(.anyInteger), .optional(default: "compared by the newest version, for seven days"),
        "The number of this publication; a device refuses a document with a lower one than it has accepted.",
        example: "7", fault: .refusesDocument)
    }
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
      case .review: .review(fault: .leavesOut("the row"))
      }
    }

    private func flag(_ meaning: String) -> KeyReference {
      KeyReference(
        .flag, .optional(default: "N"), meaning, example: #""Y""#, fault: .leavesOut("the row"))
    }
  }
}

/// A row of the table: one released version.
struct VersionTableRow {
  let version: PublishedVersion
  /// True if the version has an update.
  let isUpdated: Bool
  /// True if the update is forced.
  let isForced: Bool
  let url: String?
  /// True if the version is under review.
  let isReviewed: Bool
  /// The row's JSON pointer.
  let pointer: String

  /// The reason why a row is left out.
  struct Unreadable: Error {
    /// The JSON pointer, relative to the row.
    let key: String
    let what: String
    let fix: String
  }

  init(_ node: JSONNode, pointer: String) throws(Unreadable) {
    guard node.members != nil else {
      throw Unreadable(key: "", what: "The row is \(node.kindName).", fix: "write { … }")
    }
    let written = node[Key.version]
    guard let version = written?.string.flatMap({ PublishedVersion($0) }) else {
      throw Unreadable(
        key: Key.version.pointer,
        what: written.map { "`version` is \(quoted($0.canonical)), which is not a version." }
          ?? "The row has no `version`.",
        fix: "write a text such as \"2.10.1\"")
    }
    self.version = version
    isUpdated = try Self.flag(.updated, of: node)
    isForced = try Self.flag(.forceUpdated, of: node)
    url = node[Key.downloadUrl]?.string
    isReviewed = try Self.flag(.review, of: node)
    self.pointer = pointer
  }

  private typealias Key = VersionTableKey.Row

  private static func flag(_ key: Key, of node: JSONNode) throws(Unreadable) -> Bool {
    switch Flag(node[key]) {
    case .yes: return true
    case .no, .absent: return false
    case .unreadable:
      throw Unreadable(
        key: key.pointer,
        what: "`\(key.rawValue)` is \(quoted(node[key]?.canonical ?? "")), which is neither yes nor no.",
        fix: "write \"Y\" or \"N\"")
    }
  }
}
