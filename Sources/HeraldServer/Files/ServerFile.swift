import Foundation

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

  /// Checks that a folder is a server's, and makes nothing.
  ///
  /// - Throws: ``ServerError``.
  static func check(_ folder: String) throws {
    guard FileManager.default.fileExists(atPath: "\(folder)/\(tables)") else {
      throw ServerError(
        .noServerFolder, "`\(folder)` is not the folder of a server.", file: folder, why: "it has no `\(tables)`")
    }
  }

  /// Checks that a folder is there, and makes nothing.
  ///
  /// - Throws: ``ServerError``.
  static func checkFolder(_ folder: String) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue { return }
    throw ServerError(
      .noServerFolder, "There is no folder `\(folder)`.", file: folder,
      why: "a token is for the server of a folder, and a misspelt name would make another server",
      fix: "check the path, or make the folder first")
  }

  static func ledger(of app: String) -> String { "\(apps)/\(app).sqlite" }
  /// The file of what came for an app besides events. Each kind of file has a folder of its own, so that no app's name
  /// makes one file another's.
  static func arrivals(of app: String) -> String { "arrivals/\(app).sqlite" }
  /// The index for the search of an app's installations.
  static func search(of app: String) -> String { "search/\(app).sqlite" }
  /// The folders that a backup has files in.
  static let backedUpFolders = [apps, "arrivals"]
  /// The heads of a backup's ledger.
  static func heads(of app: String) -> String { "\(apps)/\(app).heads.jsonl" }
}
