import Foundation
import HTTPTypes
import Herald
import HeraldFormats
import HeraldLog
import Testing

@testable import HeraldServer

@Suite("The promises of an app")
struct PromiseRouteTests {
  static let path = "\(PolicyRouteTests.path)/promises"
  static let wayOut = #"[{"every":{},"canLeave":"force"}]"#

  /// The file of the app's promises.
  private static func file(_ server: TestedServer) -> String {
    "\(server.folder.path)/\(ServerFile.promises(of: TestedServer.app))"
  }

  static func put(_ server: TestedServer, _ text: String) async throws {
    let answer = try await server.request(.put, path, Array(text.utf8))
    #expect(answer.status == 200, "\(answer.text)")
  }

  /// The entries of the journal about promises: step, and the digest's beginning.
  private static func entries(_ path: String) throws -> [String] {
    var found: [String] = []
    try LedgerReader(path: path, reading: Formats.reading).journal { line in
      let entry = try JSONNode.read(line).node
      guard let type = entry[name: "type"]?.string, type.hasPrefix("promises.") else { return }
      let data = entry[name: "data"]
      let digest = data?[name: "digest"]?.string?.dropFirst(7).prefix(8) ?? "none"
      found.append("\(type.dropFirst(9)) \(digest)\(data?[name: "repaired"] == nil ? "" : " late")")
    }
    return found
  }

  private static func short(_ text: String) -> String { String(Digest.of(text).string.dropFirst(7).prefix(8)) }

  @Test("They are given back byte for byte, replaced and removed, and each change is on record")
  func kept() async throws {
    try await TestedServer.run { server in
      #expect(try await server.get(Self.path).status == 404)
      let written = "[ {\"every\": {}, \"canLeave\": \"force\"} ]\n"
      try await Self.put(server, written)
      #expect(try await server.get(Self.path).text == written)
      #expect(try String(contentsOfFile: Self.file(server), encoding: .utf8) == written)
      let replaced = try await server.request(.put, Self.path, Array(Self.wayOut.utf8))
      #expect(replaced.text == #"{"digest":"\#(Digest.of(Self.wayOut))","promises":1}"# + "\n")
      let removed = try await server.request(.delete, Self.path)
      #expect(removed.status == 200)
      #expect(removed.text == #"{"digest":null,"promises":0}"# + "\n")
      #expect(!FileManager.default.fileExists(atPath: Self.file(server)))
      let again = try await server.request(.delete, Self.path)
      #expect(again.status == 404)
      #expect(again.text.contains(#":noPromises""#))
      let (first, second) = (Self.short(written), Self.short(Self.wayOut))
      #expect(
        try Self.entries(server.ledger) == [
          "intended \(first)", "changed \(first)", "intended \(second)", "changed \(second)", "intended none",
          "changed none",
        ])
    }
  }

  @Test(
    "A file that has no promises is refused with its place, and the one before stays",
    arguments: [
      ("{}", 422, "invalidPromise"), (#"[{"every":{},"canLeave":"force"},{"every":1}]"#, 422, "1:34"),
      ("[", 422, "invalidPromise"), (String(repeating: " ", count: PromiseStore.largest + 1), 413, "tooLarge"),
    ])
  func refused(text: String, status: Int, word: String) async throws {
    try await TestedServer.run { server in
      try await Self.put(server, Self.wayOut)
      let answer = try await server.request(.put, Self.path, Array(text.utf8))
      #expect(answer.status == status)
      #expect(answer.text.contains(word), "\(answer.text)")
      #expect(try await server.get(Self.path).text == Self.wayOut)
      #expect(try Self.entries(server.ledger).count == 2)
    }
  }

  @Test("A token that may read gets them, and one that may publish alone changes them")
  func roles() async throws {
    try await TestedServer.run { server in
      try await Self.put(server, Self.wayOut)
      let (reader, other) = (try server.token(.read), try server.token(.metrics))
      #expect(try await server.get(Self.path, token: .text(reader)).status == 200)
      #expect(try await server.get(Self.path, token: .text(other)).status == 403)
      let removed = try await server.request(.delete, Self.path, token: .text(reader))
      #expect(removed.status == 403)
      let sent = try await server.request(.put, Self.path, Array("[]".utf8), token: .text(reader))
      #expect(sent.status == 403)
      #expect(try await server.get("\(Self.path)?format=x").status == 400)
      #expect(try await server.get(Self.path).text == Self.wayOut)
    }
  }

  @Test("Where the file cannot be written nothing is kept, and the intent is withdrawn on record")
  func failing() async throws {
    try await TestedServer.run { server in
      let folder = "\(server.folder.path)/\(ServerFile.promises)"
      try FileManager.default.removeItem(atPath: folder)
      let answer = try await server.request(.put, Self.path, Array(Self.wayOut.utf8))
      #expect(answer.status == 500)
      #expect(!answer.text.contains(server.folder.path))
      let digest = Self.short(Self.wayOut)
      #expect(try Self.entries(server.ledger) == ["intended \(digest)", "withdrawn \(digest) late"])
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
      #expect(try await server.get(Self.path).status == 404)
      try await Self.put(server, Self.wayOut)
    }
  }

  @Test("After a kill behind the intent the next start says what the file has")
  func killed() async throws {
    let path = TestedServer.newPath()
    try await TestedServer.run(path) { try await Self.put($0, Self.wayOut) }
    let ledger = try Ledger(path: "\(path)/\(ServerFile.ledger(of: TestedServer.app))")
    try ledger.note(.intended, of: JournaledPromises(digest: Digest.of("[]"), by: "test"))
    try ledger.close()
    try await TestedServer.run(path) { server in
      #expect(
        try Self.entries(server.ledger).suffix(2) == [
          "intended \(Self.short("[]"))", "withdrawn \(Self.short("[]")) late",
        ])
      #expect(try await server.get(Self.path).text == Self.wayOut)
    }
  }

  @Test("They are in a backup, and come back with it")
  func backedUp() async throws {
    try await TestedServer.run { server in
      try await Self.put(server, Self.wayOut)
      let (backup, restored) = (TestedServer.newPath(), TestedServer.newPath())
      _ = try FolderBackup.make(of: server.folder.path, at: backup, now: .now, progress: { _ in })
      _ = try FolderRestore.make(of: backup, at: restored, progress: { _ in })
      let file = "\(restored)/\(ServerFile.promises(of: TestedServer.app))"
      #expect(try String(contentsOfFile: file, encoding: .utf8) == Self.wayOut)
    }
  }
}
