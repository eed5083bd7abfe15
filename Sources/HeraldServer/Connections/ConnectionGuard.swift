import HTTPTypes
import Herald
import NIOCore
import NIOHTTP1

/// Keeps a sender from holding a connection by sending slowly, by sending nothing, or by sending more than was asked for.
///
/// A head has to be whole within a time. A body has to come at a least rate. An answer that did not need the rest of a
/// body is the last one of its connection. Time in which the server itself does not read does not count.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias InboundOut = HTTPServerRequestPart
  typealias OutboundIn = HTTPServerResponsePart
  typealias OutboundOut = HTTPServerResponsePart

  /// The bounds.
  struct Limits: Sendable {
    /// Number of seconds in which a head has to be whole.
    let headSeconds: Int
    /// The least number of bytes of a body in a second, over each ``window``.
    let bodyRate: Int
    /// Number of seconds for which a sender may take nothing of an answer that is under way.
    let idleSeconds: Int

    init(_ settings: ServerSettings) {
      (headSeconds, bodyRate, idleSeconds) = (settings.headSeconds, settings.bodyRate, settings.idleSeconds)
    }
  }

  private enum Phase {
    /// Nothing of a request has come since the last answer.
    case idle
    /// A part of a head has come, or the connection is new.
    case head
    case body
    /// The request is whole, and the server has to answer.
    case answer
    /// The answer is out. What the sender still sends is read for a short time, so that it can read the answer.
    case ending
  }

  private let limits: Limits
  private let table: ConnectionTable
  private let isProxy: @Sendable (String) -> Bool
  private var connection: Connection?
  private var place = ConnectionTable.Place.ordinary
  private var phase = Phase.head
  /// Number of seconds that were waited for the sender in this phase; for a body, in this window of it.
  private var waited = 0
  /// Number of bytes of the body that came in this window.
  private var arrived = 0
  /// Number of seconds for which the sender has taken nothing of an answer.
  private var blocked = 0
  /// True while the server wants to read.
  private var isReading = false
  /// Three numbers: requests whose head came, requests that came whole, and answers that were sent. A sender may send
  /// requests without waiting for answers.
  private var (heads, whole, answers) = (0, 0, 0)
  /// True while an answer is being written.
  private var isAnswering = false
  /// True after the guard refused a request, so that nobody else reads or answers.
  private var isRefused = false
  private var clock: RepeatedTask?

  /// Number of seconds after which the rate of a body is looked at, again and again.
  static let window = 10
  /// Number of seconds for which the sender of a body that nobody needs may go on sending.
  private static let ending = 2
  /// Number of seconds that a connection of the reserve has for its head.
  private static let reserveSeconds = 2
  /// Number of seconds after which a sender that closed its side counts as gone. Old clients close it after a request.
  private static let halfClosed = TimeAmount.seconds(5)

  init(_ limits: Limits, table: ConnectionTable, isProxy: @escaping @Sendable (String) -> Bool) {
    (self.limits, self.table, self.isProxy) = (limits, table, isProxy)
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let connection = Connection(context.channel)
    self.connection = connection
    place = table.enter(connection, isProxy: isProxy(context.channel.remoteAddress?.ipAddress ?? ""))
    let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
    clock = context.eventLoop.scheduleRepeatedTask(initialDelay: .seconds(1), delay: .seconds(1)) { _ in
      let (guarding, context) = bound.value
      guarding.tick(context)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if case ChannelEvent.inputClosed? = event as? ChannelEvent, let connection {
      context.eventLoop.scheduleTask(in: Self.halfClosed) { connection.leave() }
    }
    context.fireUserInboundEventTriggered(event)
  }

  private func end() {
    clock?.cancel()
    clock = nil
    if let connection {
      table.leave(connection)
      connection.leave()
    }
    connection = nil
  }

  /// Notes that bytes came, before they are a part of a request.
  func noteBytes() {
    guard phase == .idle else { return }
    begin(.head)
    connection?.setWaiting(true)
  }

  func read(context: ChannelHandlerContext) {
    isReading = true
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    // What follows a refused head is nobody's.
    if isRefused { return }
    switch unwrapInboundIn(data) {
    case .head(let head):
      heads += 1
      begin(.body)
      if let refusal = refusal(of: head) {
        answer(refusal, context)
        return
      }
    case .body(let bytes): arrived += bytes.readableBytes
    case .end:
      whole += 1
      if phase == .body { begin(.answer) }
      connection?.setWaiting(false)
    }
    context.fireChannelRead(data)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    context.fireChannelReadComplete()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isRefused {
      promise?.fail(ChannelError.ioOnClosedChannel)
      return
    }
    switch unwrapOutboundIn(data) {
    case .head(var head):
      isAnswering = true
      if isLast { head.headers.replaceOrAdd(name: "connection", value: "close") }
      context.write(wrapOutboundOut(.head(head)), promise: promise)
    case .body: context.write(data, promise: promise)
    case .end:
      let isLast = isLast
      (isAnswering, answers) = (false, answers + 1)
      context.write(data, promise: promise)
      if isLast {
        finish(context)
      } else if answers == heads {
        begin(.idle)
        connection?.setWaiting(true)
      }
    }
  }

  /// True if the answer that is being written is the connection's last: the rest of its body would be read for nobody.
  private var isLast: Bool { answers >= whole || place == .reserve }

  private func begin(_ phase: Phase) { (self.phase, waited, arrived, blocked) = (phase, 0, 0, 0) }

  /// Sends what is written, and says that nothing more comes.
  private func finish(_ context: ChannelHandlerContext) {
    begin(.ending)
    context.flush()
    context.close(mode: .output, promise: nil)
  }

  /// Looks once a second at how long the sender keeps the server waiting.
  private func tick(_ context: ChannelHandlerContext) {
    if isReading || phase == .ending { waited += 1 }
    blocked = context.channel.isWritable ? 0 : blocked + 1
    switch phase {
    case .idle: return
    case .head:
      if waited >= (place == .reserve ? Self.reserveSeconds : limits.headSeconds) { context.close(promise: nil) }
    case .body:
      guard waited >= Self.window else { return }
      if arrived >= limits.bodyRate * Self.window {
        (waited, arrived) = (0, 0)
      } else if isAnswering {
        context.close(promise: nil)
      } else {
        answer(Self.slow(limits.bodyRate), context)
      }
    case .answer: if blocked >= limits.idleSeconds { context.close(promise: nil) }
    case .ending: if waited >= Self.ending { context.close(promise: nil) }
    }
  }
}

/// Answers that the guard gives itself, before anything else sees the request.
extension ConnectionGuard {
  /// The reason why a request is not passed on; nil for a good one.
  private func refusal(of head: HTTPRequestHead) -> Problem? {
    if head.headers["host"].count > 1 {
      return Problem(
        .badHeader, "The request names two hosts.", at: "Host",
        why: "a request has one `Host` (RFC 9112, section 3.2), and with two a proxy may read another one",
        fix: "send one")
    }
    if place == .reserve, !ConnectionTable.operatorPaths.contains(String(head.uri.prefix { $0 != "?" })) {
      return Problem(
        .busyServer, "The server has as many connections as it may have.",
        why: "all places of the settings `connections` or `addressConnections` are taken"
      ).asUnavailable.retrying(after: .random(in: 1...10))
    }
    return nil
  }

  private static func slow(_ rate: Int) -> Problem {
    Problem(
      .tooSlow, "The body came too slowly.", at: "body",
      why: "in \(window) s less than \(rate) bytes a second came (the setting `bodyRate`)")
  }

  private func answer(_ problem: Problem, _ context: ChannelHandlerContext) {
    isRefused = true
    let bytes = problem.bytes
    var headers = HTTPHeaders([
      ("content-type", "application/problem+json"), ("content-length", "\(bytes.count)"), ("connection", "close"),
      ("cache-control", "no-store"), ("x-content-type-options", "nosniff"),
    ])
    if let wait = problem.headers[.retryAfter] { headers.add(name: "retry-after", value: wait) }
    let head = HTTPResponseHead(
      version: .http1_1, status: HTTPResponseStatus(statusCode: problem.status.code), headers: headers)
    context.write(wrapOutboundOut(.head(head)), promise: nil)
    context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: bytes)))), promise: nil)
    context.write(wrapOutboundOut(.end(nil)), promise: nil)
    finish(context)
  }
}

/// Tells the guard that bytes came, which are not a head yet.
final class ByteArrival: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = NIOCore.ByteBuffer
  private let onArrival: () -> Void

  init(_ onArrival: @escaping () -> Void) { self.onArrival = onArrival }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    onArrival()
    context.fireChannelRead(data)
  }
}
