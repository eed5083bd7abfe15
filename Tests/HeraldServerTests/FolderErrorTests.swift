import Foundation
import Testing

@testable import HeraldServer

@Suite("Errors of a server's folder")
struct FolderErrorTests {
  /// A new folder that the server's own folder `data` is made in.
  private let place: String

  init() throws {
    place =
      FileManager.default.temporaryDirectory.appendingPathComponent("herald-folder-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
  }

  /// Makes an empty file, and the folders above it.
  private func touch(_ path: String) throws {
    let above = URL(fileURLWithPath: path).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: above, withIntermediateDirectories: true)
    try Data().write(to: URL(fileURLWithPath: path))
  }

  @Test(
    "Where a file stands in the place of a folder, the error names it, and moving it away helps",
    arguments: ["above", "above/data", "above/data/apps", "above/data/arrivals", "above/data/search"])
  func fileInTheWay(name: String) throws {
    let (file, data) = ("\(place)/\(name)", "\(place)/above/data")
    try touch(file)
    let error = try #require(throws: ServerError.self) { try ServerFolder(data) }
    #expect(error.diagnostic.code.name == "folderInTheWay")
    #expect(error.diagnostic.file == file)
    #expect(error.diagnostic.why == "`\(file)` is there and is not a folder")
    #expect(error.diagnostic.fix.hasPrefix("move `\(file)` away"))
    try FileManager.default.moveItem(atPath: file, toPath: "\(place)/aside")
    _ = try ServerFolder(data)
  }

  @Test("A link that leads nowhere stands in the way of a folder like a file")
  func danglingLink() throws {
    let data = "\(place)/data"
    try FileManager.default.createSymbolicLink(atPath: data, withDestinationPath: "nowhere")
    let error = try #require(throws: ServerError.self) { try ServerFolder(data) }
    #expect(error.diagnostic.code.name == "folderInTheWay")
    #expect(error.diagnostic.file == data)
  }

  @Test("A folder that cannot be made is an error in the system's words")
  func longName() throws {
    let data = "\(place)/\(String(repeating: "x", count: 300))"
    let error = try #require(throws: ServerError.self) { try ServerFolder(data) }
    #expect(error.diagnostic.code.name == "cannotCopy")
    #expect(error.diagnostic.file == data)
    #expect(!error.diagnostic.why.contains("Domain"))
  }

  @Test("A secret that cannot be read is an error in the system's words")
  func secretFolder() throws {
    let secret = "\(place)/data/\(ServerFile.secret)"
    try FileManager.default.createDirectory(atPath: secret, withIntermediateDirectories: true)
    let error = try #require(throws: ServerError.self) { try ServerFolder("\(place)/data") }
    #expect(error.diagnostic.code.name == "serverFailed")
    #expect(error.diagnostic.file == secret)
    #expect(!error.diagnostic.why.contains("Domain"))
  }

  @Test("A file that is no secret is refused", arguments: ["", "00", String(repeating: "0", count: 66)])
  func badSecret(text: String) throws {
    let secret = "\(place)/data/\(ServerFile.secret)"
    try touch(secret)
    try Data(text.utf8).write(to: URL(fileURLWithPath: secret))
    #expect(throws: ServerError.self) { try ServerFolder("\(place)/data") }
  }

  @Test("Folders above the server's are made, and a folder that is there keeps its rights")
  func madeAbove() throws {
    let shared = "\(place)/shared"
    try FileManager.default.createDirectory(
      atPath: shared, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
    let folder = try ServerFolder("\(shared)/a/./b")
    #expect(try rights(shared) == 0o755)
    #expect(try rights("\(shared)/a") == 0o700)
    #expect(try rights(folder.apps) == 0o700)
  }

  private func rights(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }
}
