import Foundation

/// A server on loopback that speaks HTTP/2 with the certificate of loopback, and answers as scripted.
struct HTTP2Server {
  enum Step: Sendable {
    case head(Int, KeyValuePairs<String, String> = [:])
    case body([UInt8])
    case end
    /// A body without end.
    case flood
    /// Gives this answer up.
    case resetStream
    case closeConnection
  }

  let url: String

  /// Runs a server on a free port while a closure uses it.
  static func serving<Result>(_ steps: [Step], _ body: (HTTP2Server) async throws -> Result) async throws -> Result {
    let log = ServerLog()
    let listener = try Listener { socket in
      log.connected(socket)
      defer { log.disconnected(socket) }
      var connection = HTTP2Connection(socket)
      connection.answer(steps)
      socket.hangUp()
    }
    defer {
      listener.stop()
      log.hangUp()
    }
    let port = try TLSTerminator.port(
      before: listener.port, certificate: TestCertificates.loopback, protocols: ["h2"])
    return try await body(HTTP2Server(url: "https://127.0.0.1:\(port)/policy"))
  }
}
