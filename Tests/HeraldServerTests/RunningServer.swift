import Foundation
import Herald
import Logging

@testable import HeraldServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A server of its own folder at a port that was free.
struct RunningServer {
  static let app = "com.example.shop"

  let folder: ServerFolder
  let port: Int

  /// An answer to a request.
  struct Answer {
    let status: Int
    let text: String
  }

  /// Runs a server while `body` asks it.
  static func run(_ body: (RunningServer) async throws -> Void) async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("herald-pages-\(UUID().uuidString)").path
    let folder = try ServerFolder(path)
    _ = try folder.makeToken(name: "app", roles: [.append], app: app, expires: nil)
    var settings = ServerSettings()
    settings.listen = "127.0.0.1:0"
    settings.freeBytes = 0
    let server = try Server(
      folder, app: app, settings: settings, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    let (ports, port) = AsyncStream<Int>.makeStream()
    let serving = Task { try await server.run { port.yield($0) } }
    for await port in ports {
      do { try await body(RunningServer(folder: folder, port: port)) } catch {
        serving.cancel()
        throw error
      }
      break
    }
    serving.cancel()
    _ = await serving.result
  }

  func token(_ roles: Role..., name: String = "desk") throws -> String {
    try folder.makeToken(name: name, roles: Set(roles), app: Self.app, expires: nil).text
  }

  /// Sends a request as a browser does, or with a form.
  func ask(
    _ path: String, _ token: String, form: [String: String]? = nil, lines: String? = nil,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.setValue("text/html", forHTTPHeaderField: "Accept")
    request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
    for (name, value) in headers { request.setValue(value, forHTTPHeaderField: name) }
    if let form {
      let fields = form.map { "\($0.key.addressPart)=\($0.value.addressPart)" }
      request.httpMethod = "POST"
      request.httpBody = Data(fields.joined(separator: "&").utf8)
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
    }
    if let lines {
      request.httpMethod = "POST"
      request.httpBody = Data(lines.utf8)
      request.setValue("application/jsonl", forHTTPHeaderField: "Content-Type")
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    return Answer(
      status: (response as? HTTPURLResponse)?.statusCode ?? 0, text: String(decoding: data, as: UTF8.self))
  }

  /// A life: a launch, a user, a policy with one rule, a return that shows it.
  static func life(_ source: String, user: String = "zoe", time: String = "2026-03-02T08:00:0") -> String {
    let properties = #"{"appPackageName":"\#(app)","appVersionName":"1.0","deviceModel":"x1"}"#
    let fetch = #""trigger":"launch","url":"https://example.com/p.json","format":"herald","status":200"#
    let text = policy.replacing("\"", with: "\\\"")
    let events = [
      ("app.launched", #"{"properties":\#(properties)}"#),
      ("user.changed", #"{"user":"\#(user)"}"#),
      ("fetch.succeeded", #"{\#(fetch),"document":"\#(text)","digest":"\#(Digest.of(policy))"}"#),
      ("app.foregrounded", "{}"),
    ]
    return events.enumerated().map { index, event in
      let revision = index + 1
      let head = #""specversion":"1.0","id":"\#(source)-\#(revision)","source":"\#(source)","type":"\#(event.0)""#
      return #"{\#(head),"time":"\#(time)\#(index)+01:00","revision":\#(revision),"data":\#(event.1)}"# + "\n"
    }.joined()
  }

  private static let policy =
    #"{"packageName":"com.example.shop","updates":[{"id":1,"targetWebsiteUrl":"https://example.com/","#
    + #""descriptions":{"*":{"message":"Update"}}}]}"#
}
