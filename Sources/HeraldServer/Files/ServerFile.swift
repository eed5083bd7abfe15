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
  /// The folder of the apps' promises.
  static let promises = "promises"

  /// Checks that a folder is a server's, and makes nothing.
  ///
  /// - Throws: ``ServerError``.
  static func check(_ folder: String) throws {
    guard FileManager.default.fileExists(atPath: "\(folder)/\(tables)") else {
      throw ServerError(
        .noServerFolder, "`\(folder)` is not the folder of a server.", file: folder, why: "it has no `\(tables)`")
    }
  }

  /// Checks that a folder is a server's or has nothing in it, and makes nothing.
  ///
  /// - Throws: ``ServerError``.
  static func checkIsOwnOrEmpty(_ folder: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue else {
      throw ServerError(
        .noServerFolder, "There is no folder `\(folder)`.", file: folder,
        why: "a token is for the server of a folder, and a misspelt name would make another server",
        fix: "check the path, or make the folder first")
    }
    if FileManager.default.fileExists(atPath: "\(folder)/\(tables)") { return }
    let content = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    guard let other = content.first(where: { !$0.hasPrefix(".") && !beforeAStart.contains($0) }) else { return }
    throw ServerError(
      .noServerFolder, "`\(folder)` is not the folder of a server.", file: folder,
      why: "it has no `\(tables)` and has `\(other)`, so another folder was probably meant",
      fix: "name the server's folder, or an empty one in which a new server begins")
  }

  /// The names that a folder may have before a server runs in it. An administrator puts some there, a start that ended
  /// early leaves others, and a file system makes its own.
  private static let beforeAStart = Set(plain + [apps, promises, "arrivals", "search", "lost+found"])

  static func ledger(of app: String) -> String { "\(apps)/\(app).sqlite" }
  /// The file of what came for an app besides events. Each kind of file has a folder of its own, so that no app's name
  /// makes one file another's.
  static func arrivals(of app: String) -> String { "arrivals/\(app).sqlite" }
  /// The promises of an app.
  static func promises(of app: String) -> String { "\(promises)/\(app).json" }
  /// The index for the search of an app's installations.
  static func search(of app: String) -> String { "search/\(app).sqlite" }
  /// The folders that a backup has files in.
  static let backedUpFolders = [apps, promises, "arrivals"]
  /// The heads of a backup's ledger.
  static func heads(of app: String) -> String { "\(apps)/\(app).heads.jsonl" }
}
