/// The names of the files in a server's folder.
enum ServerFile {
  /// The tokens and the policies.
  static let tables = "server.sqlite"
  /// The secret of streams' tokens.
  static let secret = "secret"
  /// The key of users' pseudonyms.
  static let userKey = "user-key"
  /// The files that no other process writes to.
  static let plain = [secret, userKey, "serve.json"]
  /// The folder of the ledgers.
  static let apps = "apps"

  static func ledger(of app: String) -> String { "\(apps)/\(app).sqlite" }
  static func arrivals(of app: String) -> String { "\(apps)/\(app).arrivals.sqlite" }
  /// The heads of a backup's ledger.
  static func heads(of app: String) -> String { "\(apps)/\(app).heads.jsonl" }
}
