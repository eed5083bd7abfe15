import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A server on loopback that speaks HTTP/2 with the certificate of loopback, and answers as scripted.
struct HTTP2Server {
  enum Step: Sendable {
    case head(Int, HTTPHeaders = [:])
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
    var configuration = NIOHTTP2Handler.ConnectionConfiguration()
    // The server may send another length than it announces.
    configuration.contentLengthValidation = .disabled
    let context = try TestServer.encryption(TestCertificates.loopback, protocols: ["h2"])
    let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { [configuration] connection in
        connection.eventLoop.makeCompletedFuture {
          try connection.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: context))
          _ = try connection.pipeline.syncOperations.configureHTTP2Pipeline(
            mode: .server, connectionConfiguration: configuration, streamConfiguration: .init()
          ) { stream in
            stream.eventLoop.makeCompletedFuture {
              try stream.pipeline.syncOperations.addHandlers(
                HTTP2FramePayloadToHTTP1ServerCodec(), Exchange(steps: steps, connection: connection))
            }
          }
        }
      }
      .bind(host: "127.0.0.1", port: 0).get()
    let server = HTTP2Server(url: "https://127.0.0.1:\(listener.localAddress?.port ?? 0)/policy")
    do {
      let result = try await body(server)
      try await listener.close()
      return result
    } catch {
      try? await listener.close()
      throw error
    }
  }

  /// Handles one request on its stream.
  private final class Exchange: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let steps: [Step]
    private let connection: any Channel

    init(steps: [Step], connection: any Channel) {
      self.steps = steps
      self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
      guard case .end = unwrapInboundIn(data) else { return }
      Self.run(steps[...], stream: context.channel, connection: connection)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private static func run(_ steps: ArraySlice<Step>, stream: any Channel, connection: any Channel) {
      guard let step = steps.first else { return }
      let part: HTTPServerResponsePart
      var following = steps.dropFirst()
      switch step {
      case .head(let status, let headers):
        part = .head(HTTPResponseHead(version: .http2, status: .init(statusCode: status), headers: headers))
      case .body(let bytes): part = .body(.byteBuffer(ByteBuffer(bytes: bytes)))
      case .end: part = .end(nil)
      case .flood:
        part = .body(.byteBuffer(ByteBuffer(repeating: 32, count: 16384)))
        following = steps
      case .resetStream: return stream.close(promise: nil)
      case .closeConnection: return connection.close(promise: nil)
      }
      let next = following
      stream.writeAndFlush(part).whenSuccess {
        stream.eventLoop.scheduleTask(in: .milliseconds(1)) { run(next, stream: stream, connection: connection) }
      }
    }
  }
}
