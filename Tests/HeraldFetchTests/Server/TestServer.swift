import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// A server on loopback that answers as scripted, also against the protocol.
final class TestServer: Sendable {
  /// A step of the server after a request's head arrived.
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

  /// A request's head, as it came.
  struct Request: Sendable {
    let lines: [String]

    var line: String { lines.first ?? "" }

    func header(_ name: String) -> String? {
      lines.dropFirst().first { $0.lowercased().hasPrefix(name + ":") }
        .map { String($0.dropFirst(name.utf8.count + 1).drop { $0 == " " }) }
    }
  }

  typealias Answer = @Sendable (_ request: Request) -> [Step]

  let port: Int
  private let listener: any Channel
  private let log: Log

  /// Runs a server on a free port while a closure uses it.
  ///
  /// - Parameters:
  ///   - certificate: In PEM, with the tests' key; nil: plain HTTP.
  ///   - greeting: What it does before anything was asked.
  static func serving<Result>(
    certificate: String? = nil, greeting: [Step] = [], _ answer: @escaping Answer,
    _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    let server = try await TestServer(certificate: certificate, greeting: greeting, answer)
    do {
      let result = try await body(server)
      await server.stop()
      return result
    } catch {
      await server.stop()
      throw error
    }
  }

  private init(certificate: String?, greeting: [Step], _ answer: @escaping Answer) async throws {
    let log = Log()
    let context = try certificate.map { try Self.encryption($0) }
    listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          log.connections.withLockedValue { $0.append(channel) }
          if let context { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context)) }
          try channel.pipeline.syncOperations.addHandler(Conversation(log: log, greeting: greeting, answer: answer))
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    port = listener.localAddress?.port ?? 0
    self.log = log
  }

  /// - Parameter protocols: What is offered above TLS (RFC 7301).
  static func encryption(_ certificate: String, protocols: [String] = []) throws -> NIOSSLContext {
    var configuration = TLSConfiguration.makeServerConfiguration(
      certificateChain: [.certificate(try NIOSSLCertificate(bytes: Array(certificate.utf8), format: .pem))],
      privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(TestCertificates.publicTestKey.utf8), format: .pem)))
    configuration.applicationProtocols = protocols
    return try NIOSSLContext(configuration: configuration)
  }

  private func stop() async {
    try? await listener.close()
    for channel in connections { try? await channel.close() }
  }

  var requests: [Request] { log.requests.withLockedValue { $0 } }

  private var connections: [any Channel] { log.connections.withLockedValue { $0 } }

  /// Waits until a request arrived.
  func arrival() async { for await _ in log.arrivals { return } }

  /// Waits until every client closed its connection, and returns their number.
  func departures() async throws -> Int {
    for channel in connections { try await channel.closeFuture.get() }
    return connections.count
  }

  /// Records the requests and the connections of the server.
  final class Log: Sendable {
    let requests = NIOLockedValueBox<[Request]>([])
    let connections = NIOLockedValueBox<[any Channel]>([])
    let arrivals: AsyncStream<Void>
    private let arrived: AsyncStream<Void>.Continuation

    init() { (arrivals, arrived) = AsyncStream.makeStream() }

    func add(_ request: Request) {
      requests.withLockedValue { $0.append(request) }
      arrived.yield()
    }
  }
}
