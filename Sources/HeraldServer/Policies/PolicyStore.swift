import GRDB
import Herald
import Synchronization

/// The published policies of all apps, with their history.
///
/// No other process writes them. So those in force are kept, because every phone asks for one of them again and again
/// (bench row 20).
final class PolicyStore: Sendable {
  private let tables: ServerTables
  /// The policies in force that were asked for, by app.
  private let kept = Mutex<[String: PublishedPolicy]>([:])

  init(tables: ServerTables) { self.tables = tables }

  /// The policy in force; nil before the first publication.
  func current(of app: String) throws -> PublishedPolicy? {
    try kept.withLock { kept in
      if let policy = kept[app] { return policy }
      let policy = try history(of: app, atMost: 1).first
      // A name without a policy is not kept, because anybody can ask for any number of names.
      if let policy { kept[app] = policy }
      return policy
    }
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
    // The one before may be in force until this is durable, and not any longer.
    try kept.withLock { kept in
      guard try insert(policy, of: app, expecting: expected) else { return false }
      kept[app] = policy
      return true
    }
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
