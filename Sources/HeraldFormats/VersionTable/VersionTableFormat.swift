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
      let rows = try rows(&object)
      let newest = rows.max { $0.version.version < $1.version.version }
      let reviewed = rows.filter(\.isReviewed).map(\.version)
      noteContradictions(rows, &object)
      // The newest version is forced to update, but nothing newer exists: the roll-out is paused.
      let isHeldBack = newest.map { $0.isUpdated && $0.isForced } ?? false
      let rules = isHeldBack ? [] : rows.filter(\.isUpdated).flatMap { Self.rules(for: $0, newest, &object) }
      return Policy(
        of: document, reviewVersions: reviewed.isEmpty ? nil : .equal(to: reviewed), rules: rules,
        order: newest.map { PublishOrder(family: "table", mark: .version($0.version)) })
    }
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
        object.note(
          .invalidRow, .error, at: pointer + error.key, error.what,
          why: "a row that cannot be read is left out, the rest is used", fix: error.fix)
      }
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
        object.note(
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
      object.note(
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
