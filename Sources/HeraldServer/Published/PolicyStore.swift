import GRDB
import HTTPTypes
import Herald
import HeraldGzip
import HeraldLog
import Hummingbird
import Synchronization

/// The published policies of all apps, with their history.
///
/// No other process writes them. So those in force are kept, because every phone asks for one of them again and again
/// (bench row 20).
final class PolicyStore: Sendable {
  private let tables: ServerTables
  private let kept: Mutex<Kept>

  /// What is known without asking the file, which phones' requests must not wait for.
  private struct Kept {
    /// The policies in force, by app.
    var current: [String: PublishedPolicy]
    /// The apps whose last publication failed. Their file may have the old policy or the new one.
    var uncertain: Set<String> = []
  }

  /// - Throws: `LedgerError` where the policies in force cannot be read.
  init(tables: ServerTables) throws {
    self.tables = tables
    let all = try ServerTables.naming(tables.path, "reading policies") {
      try tables.queue.read { database in
        try Row.fetchAll(
          database,
          sql: "SELECT * FROM policies AS p WHERE number = (SELECT max(number) FROM policies WHERE app = p.app)"
        ).map { (app: $0["app"] as String, PublishedPolicy($0)) }
      }
    }
    kept = Mutex(Kept(current: Dictionary(all.map { ($0.app, $0.1) }) { $1 }))
  }

  /// The policy in force; nil before the first publication.
  func current(of app: String) throws -> PublishedPolicy? {
    let (policy, isUncertain) = kept.withLock { ($0.current[app], $0.uncertain.contains(app)) }
    guard isUncertain else { return policy }
    let read = try history(of: app, atMost: 1).first
    kept.withLock { kept in
      guard kept.uncertain.remove(app) != nil else { return }
      kept.current[app] = read
    }
    return try current(of: app)
  }

  /// The publications, the newest first.
  func history(of app: String, atMost limit: Int) throws -> [PublishedPolicy] {
    try ServerTables.naming(tables.path, "reading policies") {
      try tables.queue.read { database in
        try Row.fetchAll(
          database, sql: "SELECT * FROM policies WHERE app = ? ORDER BY number DESC LIMIT ?", arguments: [app, limit]
        ).map { PublishedPolicy($0) }
      }
    }
  }

  /// All publications, the oldest first, as journals record them.
  func record(of app: String) throws -> [JournaledPublication] {
    try ServerTables.naming(tables.path, "reading policies") {
      try tables.queue.read { database in
        try Row.fetchAll(
          database, sql: "SELECT number, digest, token, override FROM policies WHERE app = ? ORDER BY number",
          arguments: [app]
        ).map { row in
          JournaledPublication(
            number: row["number"], digest: ExactString(row["digest"] as String), by: row["token"],
            override: row["override"])
        }
      }
    }
  }

  /// The publication of a document with a digest; nil for an unknown one.
  func policy(_ digest: String, of app: String) throws -> PublishedPolicy? {
    try ServerTables.naming(tables.path, "reading a policy") {
      try tables.queue.read { database in
        try Row.fetchOne(
          database, sql: "SELECT * FROM policies WHERE app = ? AND digest = ? ORDER BY number DESC",
          arguments: [app, digest]
        ).map { PublishedPolicy($0) }
      }
    }
  }

  /// Publishes a document, durably when this returns.
  ///
  /// - Parameter expected: the number of the policy that is in force now, 0 for none.
  /// - Returns: false where somebody else published meanwhile.
  func publish(_ policy: PublishedPolicy, of app: String, expecting expected: Int) throws -> Bool {
    // Until this is durable the one before is in force. After a failure nobody knows what the file has.
    do {
      guard try insert(policy, of: app, expecting: expected) else { return false }
    } catch {
      kept.withLock { _ = $0.uncertain.insert(app) }
      throw error
    }
    kept.withLock { kept in
      kept.current[app] = policy
      kept.uncertain.remove(app)
    }
    return true
  }

  private func insert(_ policy: PublishedPolicy, of app: String, expecting expected: Int) throws -> Bool {
    try ServerTables.naming(tables.path, "publishing a policy") {
      try tables.queue.write { database in
        let last = try Int.fetchOne(database, sql: "SELECT max(number) FROM policies WHERE app = ?", arguments: [app])
        guard (last ?? 0) == expected else { return false }
        try database.execute(
          sql: "INSERT INTO policies VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
          arguments: [
            app, policy.number, policy.text, policy.digest.string, policy.format, policy.revision, policy.signature,
            policy.time.milliseconds, policy.by, policy.override, policy.figures,
          ])
        return true
      }
    }
  }
}

/// The packed documents of the policies in force, so that each is packed once.
final class PackedPolicies: Sendable {
  private let known = Mutex<[String: (tag: String, bytes: [UInt8])]>([:])

  /// A shorter document is not worth it.
  static let shortest = 256

  /// The document packed with gzip; nil where it is too short, or does not become shorter.
  func gzip(_ policy: PublishedPolicy, of app: String) -> [UInt8]? {
    guard policy.text.utf8.count >= Self.shortest else { return nil }
    if let packed = known.withLock({ $0[app] }), packed.tag == policy.tag { return packed.bytes }
    let text = Array(policy.text.utf8)
    guard let bytes = GzipPacking.pack(text), bytes.count < text.count else { return nil }
    known.withLock { $0[app] = (policy.tag, bytes) }
    return bytes
  }
}

extension PublishedPolicy {
  /// The strong entity tag of the packed bytes: they are other bytes than the document's (RFC 9110, section 8.8.1).
  var packedTag: String { "\"\(digest.string)-gzip\"" }

  /// The document's tag, plain or packed, that a list has; nil for none. `sent` comes first.
  ///
  /// - Parameter sent: the tag of the bytes that would be sent.
  func tag(in list: String?, sent: String) -> String? {
    let named = EntityTags(list)
    return [sent, tag, packedTag].first(where: named.has)
  }
}

/// The entity tags that a condition such as `If-None-Match` names, compared weakly (RFC 9110, section 13.1).
struct EntityTags {
  private let named: [String]

  /// - Parameter list: the header's value; nil for none.
  init(_ list: String?) {
    named = (list ?? "").split(separator: ",").map { item in
      let item = item.trimming(" \t")
      return item.hasPrefix("W/") ? String(item.dropFirst(2)) : item
    }
  }

  /// True if the list has a tag, or is `*`, which matches every tag.
  func has(_ tag: String) -> Bool { named.contains("*") || named.contains(tag) }
}

extension HTTPFields {
  /// True if the sender takes an answer that is packed with gzip (RFC 9110, section 12.5.3).
  ///
  /// A weight that cannot be read takes nothing.
  var acceptsGzip: Bool {
    let offers = (self[.acceptEncoding] ?? "").split(separator: ",").map { item in
      let parts = item.split(separator: ";").map { $0.trimming(" \t").lowercased() }
      let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
      return (name: parts.first ?? "", isTaken: weight.map { Self.isWeight($0.dropFirst(2)) } ?? true)
    }
    func isTaken(_ names: Set<String>) -> Bool? { offers.first { names.contains($0.name) }?.isTaken }
    return isTaken(["gzip", "x-gzip"]) ?? isTaken(["*"]) ?? false
  }

  /// True for a weight above 0, such as `0.5`: digits with at most one point, and not only zeros.
  private static func isWeight(_ text: some StringProtocol) -> Bool {
    let digits = text.utf8.filter { $0 != UInt8(ascii: ".") }
    return text.utf8.count - digits.count <= 1 && !digits.isEmpty
      && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      && digits.contains { $0 != UInt8(ascii: "0") }
  }
}
