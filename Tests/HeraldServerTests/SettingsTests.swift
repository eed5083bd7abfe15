import Foundation
import HeraldServer
import Testing

@Suite("Settings of a server")
struct SettingsTests {
  private static func folder(_ text: String?) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-settings-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let text { try Data(text.utf8).write(to: folder.appendingPathComponent("serve.json")) }
    return folder.path
  }

  @Test("Each setting is read from the file, from its variable and from its option, the later one wins")
  func places() throws {
    let folder = try Self.folder(#"{"bodyLines": 10, "queueSeconds": 3, "listen": "127.0.0.1:1"}"#)
    let settings = try ServerSettings(
      folder: folder, environment: ["HERALD_BODY_LINES": "11", "HERALD_QUEUE_SECONDS": "4"],
      options: ["bodyLines": "12"])
    #expect(settings.bodyLines == 12)
    #expect(settings.queueSeconds == 4)
    #expect(settings.listen == "127.0.0.1:1")
  }

  @Test("Every setting takes its own default as text, and is shown as that", arguments: Setting.all.map(\.name))
  func roundTrip(name: String) throws {
    let setting = try #require(Setting.all.first { $0.name == name })
    let text = setting.text(ServerSettings())
    #expect(try ServerSettings(folder: "/nowhere", options: [name: text]) == ServerSettings())
  }

  @Test("Settings that cannot be read are not left out")
  func unreadable() throws {
    let folder = try Self.folder(nil)
    let path = "\(folder)/serve.json"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    let error = try #require(throws: ServerError.self) { try ServerSettings(folder: folder) }
    #expect(error.diagnostic.code.name == "badSetting")
    #expect(error.diagnostic.file == path)
    try FileManager.default.removeItem(atPath: path)
    #expect(try ServerSettings(folder: folder) == ServerSettings())
  }

  @Test("Settings that are not JSON are refused in words")
  func wording() throws {
    let folder = try Self.folder("{")
    let error = try #require(throws: ServerError.self) { try ServerSettings(folder: folder) }
    #expect(!error.diagnostic.why.contains("JSONFault"))
    #expect(!error.diagnostic.fix.contains("--check"))
  }

  @Test(
    "What is no setting is refused with the place and a fix",
    arguments: [#"{"bodyLine": 10}"#, #"{"bodyLines": 0}"#, #"{"bodyLines": "many"}"#, "[]", "{", #"{"listen": "x"}"#])
  func refused(text: String) throws {
    let folder = try Self.folder(text)
    let error = try #require(throws: ServerError.self) { try ServerSettings(folder: folder) }
    #expect(error.diagnostic.code.name == "badSetting")
    #expect(error.diagnostic.file == "\(folder)/serve.json")
  }
}
