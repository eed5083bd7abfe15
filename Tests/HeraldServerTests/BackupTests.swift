import Foundation
import GRDB
import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("Backups of a server's folder")
struct BackupTests {
  /// The backup of a server with events of one installation.
  private static func backedUp(
    _ body: @Sendable (_ server: TestedServer, _ backup: String) async throws -> Void
  ) async throws {
    try await TestedServer.run { server in
      #expect(try await server.send(SentLines.stream("/i/backed-up", 20)).status == 200)
      let backup = TestedServer.newPath()
      try make(of: server.folder.path, at: backup)
      try await body(server, backup)
    }
  }

  private static func make(of folder: String, at target: String) throws {
    _ = try FolderBackup.make(of: folder, at: target, now: .now, progress: { _ in })
  }

  private static func restore(_ backup: String, to target: String) throws {
    _ = try FolderRestore.make(of: backup, at: target, progress: { _ in })
  }

  /// A copy of a backup, to be damaged.
  private static func copy(of backup: String) throws -> String {
    let path = TestedServer.newPath()
    try FileManager.default.copyItem(atPath: backup, toPath: path)
    return path
  }

  private static func files(of backup: String) throws -> [String] {
    let text = try String(contentsOfFile: "\(backup)/backup.json", encoding: .utf8)
    return try #require(BackupManifest(text)).files.map(\.path)
  }

  /// Expects that a backup is refused because it is not what was backed up, and that nothing appears.
  private static func expectRefused(_ backup: String, _ what: String) throws {
    let target = TestedServer.newPath()
    let error = try #require(throws: ServerError.self, "\(what)") { try restore(backup, to: target) }
    #expect(error.diagnostic.code.name == "changedBackup", "\(what)")
    #expect(error.exitStatus == .disagreement, "\(what)")
    #expect(!FileManager.default.fileExists(atPath: target), "\(what)")
  }

  @Test("A backup of which any file is changed or missing is not restored, the unchanged backup is")
  func changedFiles() async throws {
    try await Self.backedUp { _, backup in
      let paths = try Self.files(of: backup)
      #expect(paths.contains("secret"))
      #expect(paths.contains("server.sqlite"))
      for path in paths {
        let bad = try Self.copy(of: backup)
        let file = URL(fileURLWithPath: "\(bad)/\(path)")
        var content = try Data(contentsOf: file)
        content[content.count / 2] ^= 1
        try content.write(to: file)
        try Self.expectRefused(bad, "\(path) with another bit")
        try FileManager.default.removeItem(at: file)
        try Self.expectRefused(bad, "without \(path)")
      }
      try Self.restore(backup, to: TestedServer.newPath())
    }
  }

  @Test(
    "A ledger that was changed is not restored, also where its triggers and the digest in the manifest were changed",
    arguments: [
      "UPDATE lines SET line = replace(line, 'app.', 'axp.') WHERE position = 3",
      "DELETE FROM lines WHERE position = (SELECT max(position) FROM lines)",
      "UPDATE facts SET time = time + 1 WHERE rowid = (SELECT min(rowid) FROM facts)",
    ])
  func rewritten(change: String) async throws {
    try await Self.backedUp { _, backup in
      let bad = try Self.copy(of: backup)
      let queue = try DatabaseQueue(path: "\(bad)/\(ServerFile.ledger(of: TestedServer.app))")
      try await queue.write { database in
        for name in try String.fetchAll(database, sql: "SELECT name FROM sqlite_schema WHERE type = 'trigger'") {
          try database.execute(sql: "DROP TRIGGER \(name)")
        }
        try database.execute(sql: change)
        #expect(database.changesCount == 1)
      }
      try queue.close()
      let path = "\(bad)/\(BackupManifest.name)"
      var manifest = try #require(BackupManifest(try String(contentsOfFile: path, encoding: .utf8)))
      manifest.files = try manifest.files.map {
        BackupManifest.File(path: $0.path, sum: try SyncedFile.sum(of: "\(bad)/\($0.path)"))
      }
      try Data(manifest.json).write(to: URL(fileURLWithPath: path))
      try Self.expectRefused(bad, change)
    }
  }

  @Test("A manifest that names a file outside of the backup is refused")
  func outside() async throws {
    try await Self.backedUp { _, backup in
      let path = "\(backup)/\(BackupManifest.name)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try Data(text.replacing(#""secret""#, with: #""../secret""#).utf8).write(to: URL(fileURLWithPath: path))
      let error = try #require(throws: ServerError.self) { try Self.restore(backup, to: TestedServer.newPath()) }
      #expect(error.diagnostic.code.name == "noBackup")
      #expect(error.exitStatus == .invalid)
    }
  }

  @Test("Nothing that is there is replaced, and an empty folder is filled")
  func places() async throws {
    try await Self.backedUp { server, backup in
      let (full, empty) = (TestedServer.newPath(), TestedServer.newPath())
      for folder in [full, empty] {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      }
      try Data("mine".utf8).write(to: URL(fileURLWithPath: "\(full)/file"))
      let new = TestedServer.newPath()
      let refused: [(code: String, action: () throws -> Void)] = [
        ("folderInTheWay", { try Self.make(of: server.folder.path, at: full) }),
        ("noParentFolder", { try Self.make(of: server.folder.path, at: "\(TestedServer.newPath())/backup") }),
        ("noServerFolder", { try Self.make(of: full, at: new) }),
        ("noBackup", { try Self.restore(full, to: new) }),
        ("folderInTheWay", { try Self.restore(backup, to: server.folder.path) }),
      ]
      for (code, action) in refused {
        let error = try #require(throws: ServerError.self) { try action() }
        #expect(error.diagnostic.code.name == code)
        #expect(error.exitStatus == .invalid)
      }
      #expect(!FileManager.default.fileExists(atPath: new))
      try Self.make(of: server.folder.path, at: empty)
      try Self.restore(empty, to: new)
      #expect(try String(contentsOfFile: "\(full)/file", encoding: .utf8) == "mine")
    }
  }

  @Test("A backup is readable by its owner alone")
  func permissions() async throws {
    try await Self.backedUp { _, backup in
      let attributes = try FileManager.default.attributesOfItem(atPath: backup)
      #expect(attributes[.posixPermissions] as? Int == 0o700)
    }
  }
}
