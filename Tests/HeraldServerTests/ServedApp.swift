import Foundation
import Herald
import HeraldLog

@testable import HeraldServer

/// An app in a temporary folder, as a running server has it.
struct ServedApp {
  let folder: ServerFolder
  let apps: Apps
  let app: App

  init(users: UserPseudonyms? = nil) throws {
    folder = try ServerFolder(
      FileManager.default.temporaryDirectory.appendingPathComponent("herald-served-\(UUID().uuidString)").path)
    apps = try Apps(
      folder: folder.path, users: { _ in users }, policies: folder.policies, metrics: ServerMetrics(),
      logBytes: 64 << 20)
    app = try apps.add("com.example.shop")
  }

  /// A launch of a phone.
  static func launch(_ revision: Int, at time: String, user: String, source: String = "/i/1") -> String {
    #"{"specversion":"1.0","id":"e-\#(revision)","source":"\#(source)","type":"app.launched","time":"\#(time)","revision":\#(revision),"salt":"AAAAAAAAAAAAAAAAAAAA\#(10 + revision)","data":{"properties":{"appPackageName":"com.example.shop"},"user":"\#(user)"}}"#
  }

  @discardableResult
  func store(_ lines: [String], received: Timestamp = .now) async throws -> BatchOutcome {
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    let batch = LineBatch(bytes, lines: LineBatch.ranges(in: bytes), users: app.users, longestLine: 1 << 20)
    return try await app.writer.store(
      ReceivedUpload(
        batch: batch, origin: ArrivalOrigin(token: "t", address: nil), received: received,
        sent: "2026-03-02T08:00:00.000Z"))
  }

  func lines() async throws -> [String] {
    try await app.readers.read { try $0.lines(after: 0, atMost: 1000).map(\.line) }
  }

  func found(_ query: String) async throws -> [ExactString] {
    try await app.search.find(SearchQuery(query, users: app.users), after: nil, atMost: 10).map(\.source)
  }

  /// Everything that is on the disk.
  func contains(_ text: String) throws -> Bool {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return names.contains { name in
      FileManager.default.contents(atPath: "\(folder.path)/\(name)")?.range(of: Data(text.utf8)) != nil
    }
  }
}
