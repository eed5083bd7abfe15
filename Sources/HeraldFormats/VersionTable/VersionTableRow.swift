import Herald

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
    isReviewed = Coercion.isYes(node[Key.review])
    self.pointer = pointer
  }

  private typealias Key = VersionTableKey.Row

  private static func flag(_ key: Key, of node: JSONNode) throws(Unreadable) -> Bool {
    guard let flag = node[key] else { return false }
    switch flag.value {
    case .bool(let bool): return bool
    case .string("Y"), .string("y"): return true
    case .string("N"), .string("n"): return false
    default:
      throw Unreadable(
        key: key.pointer, what: "`\(key.rawValue)` is \(quoted(flag.canonical)).", fix: "write \"Y\" or \"N\"")
    }
  }
}
