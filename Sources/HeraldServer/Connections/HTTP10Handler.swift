import NIOCore
import NIOHTTP1

/// Answers clients that speak HTTP/1.0, which knows no chunks: the end of the connection is the end of the body.
///
/// The library answers every request as HTTP/1.1, so a body of unknown length would have the lengths of its chunks in
/// it. Such a client gets one answer a connection.
final class HTTP10Handler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  private var isOld = false

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard case .head(var head) = unwrapInboundIn(data), [.http1_0, .http0_9].contains(head.version) else {
      context.fireChannelRead(data)
      return
    }
    isOld = true
    // This makes the library close the connection after the answer.
    head.headers.replaceOrAdd(name: "connection", value: "close")
    context.fireChannelRead(wrapInboundOut(.head(head)))
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard isOld, case .head(var head) = unwrapOutboundIn(data) else {
      context.write(data, promise: promise)
      return
    }
    head.version = .http1_0
    head.headers.remove(name: "transfer-encoding")
    head.headers.replaceOrAdd(name: "connection", value: "close")
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }
}

/// Puts the server's own handlers where requests are still as they came: the library takes handlers behind that place
/// alone.
final class ConnectionPlacement: ChannelInboundHandler, RemovableChannelHandler {
  // Everything passes it.
  typealias InboundIn = NIOAny
  private let makeGuard: () -> ConnectionGuard

  init(_ makeGuard: @escaping () -> ConnectionGuard) { self.makeGuard = makeGuard }

  func handlerAdded(context: ChannelHandlerContext) {
    let pipeline = context.pipeline.syncOperations
    let guarding = makeGuard()
    do {
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HTTP10Handler(), position: .after(decoder))
      try pipeline.addHandler(guarding, position: .after(decoder))
      try pipeline.addHandler(ByteArrival { guarding.noteBytes() }, position: .before(decoder))
    } catch {
      context.fireErrorCaught(error)
    }
  }
}
