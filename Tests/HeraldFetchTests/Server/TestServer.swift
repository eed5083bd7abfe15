import Foundation

/// A server on loopback that answers as scripted, also against the protocol.
final class TestServer: Sendable {
  /// A step of the server after a request arrived.
  enum Step: Sendable {
    case send(String)
    case bytes([UInt8])
    /// The same bytes without end, as fast as the client reads them.
    case flood([UInt8])
    /// The same bytes without end, one at a time.
    case drip(String)
    case close
    /// Resets the connection, as a router does after it lost the state of the connection.
    case reset
  }

  /// A request, its head as it came.
  struct Request: Sendable {
    let lines: [String]
    /// The body, as long as `Content-Length` says.
    var body: [UInt8] = []

    var line: String { lines.first ?? "" }

    func header(_ name: String) -> String? {
      lines.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }
        .map { String($0.dropFirst(name.utf8.count + 1).drop { $0 == " " }) }
    }
  }

  typealias Answer = @Sendable (_ request: Request) -> [Step]

  let port: Int
  private let listener: Listener
  private let log: ServerLog

  /// Runs a server on a free port while a closure uses it.
  ///
  /// - Parameters:
  ///   - certificate: In PEM, with the tests' key; nil: plain HTTP.
  ///   - greeting: What it does before anything was asked.
  static func serving<Result>(
    certificate: String? = nil, greeting: [Step] = [], _ answer: @escaping Answer,
    _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    let server = try TestServer(certificate: certificate, greeting: greeting, answer)
    defer { server.stop() }
    return try await body(server)
  }

  private init(certificate: String?, greeting: [Step], _ answer: @escaping Answer) throws {
    let log = ServerLog()
    listener = try Listener { Conversation(socket: $0, log: log, greeting: greeting, answer: answer).run() }
    port =
      try certificate.map { [listener] in try TLSTerminator.port(before: listener.port, certificate: $0) }
      ?? listener.port
    self.log = log
  }

  private func stop() {
    listener.stop()
    log.hangUp()
  }

  var requests: [Request] { log.requests }

  /// Waits until a request arrived.
  func arrival() async { await log.arrival() }

  /// Waits until every client closed its connection, and returns their number.
  func departures() async -> Int { await log.departures() }
}
