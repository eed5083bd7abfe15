import NIOCore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// One connection of a ``TestServer``: reads heads, and answers each with its steps.
final class Conversation: ChannelInboundHandler {
  typealias InboundIn = ByteBuffer

  private let log: TestServer.Log
  private let greeting: [TestServer.Step]
  private let answer: TestServer.Answer
  private var received: [UInt8] = []

  init(log: TestServer.Log, greeting: [TestServer.Step], answer: @escaping TestServer.Answer) {
    self.log = log
    self.greeting = greeting
    self.answer = answer
  }

  func channelActive(context: ChannelHandlerContext) {
    Self.run(greeting[...], on: context.channel)
    context.fireChannelActive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received += unwrapInboundIn(data).readableBytesView
    while let head = nextHead() {
      let request = TestServer.Request(lines: head)
      log.add(request)
      Self.run(answer(request)[...], on: context.channel)
    }
  }

  /// Ignores the errors of clients that refuse a certificate or close the connection early.
  func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

  /// The lines up to an empty one.
  private func nextHead() -> [String]? {
    let text = String(decoding: received, as: UTF8.self).replacing("\r\n", with: "\n")
    guard let end = text.firstRange(of: "\n\n") else { return nil }
    received = []
    return text[..<end.lowerBound].split(separator: "\n").map(String.init)
  }

  private static func run(_ steps: ArraySlice<TestServer.Step>, on channel: any Channel) {
    guard let step = steps.first else { return }
    switch step {
    case .send(let text): write(Array(text.utf8), on: channel) { run(steps.dropFirst(), on: channel) }
    case .bytes(let bytes): write(bytes, on: channel) { run(steps.dropFirst(), on: channel) }
    case .flood(let bytes):
      var many = ByteBuffer()
      while many.readableBytes < 65536 { many.writeBytes(bytes) }
      flood(many, on: channel)
    case .drip(let text):
      channel.eventLoop.scheduleTask(in: .milliseconds(10)) {
        write(Array(text.utf8), on: channel) { run(steps, on: channel) }
      }
    case .close: channel.close(promise: nil)
    case .reset:
      // Without lingering, closing the socket resets the connection.
      let lingering = (channel as? any SocketOptionProvider)?.setSoLinger(linger(l_onoff: 1, l_linger: 0))
      lingering?.whenComplete { _ in channel.close(promise: nil) }
    }
  }

  private static func flood(_ buffer: ByteBuffer, on channel: any Channel) {
    channel.writeAndFlush(buffer).whenSuccess {
      // With a pause, because the same event loop reads for other connections too.
      channel.eventLoop.scheduleTask(in: .milliseconds(2)) { flood(buffer, on: channel) }
    }
  }

  private static func write(_ bytes: [UInt8], on channel: any Channel, then next: @escaping @Sendable () -> Void) {
    channel.writeAndFlush(ByteBuffer(bytes: bytes)).whenSuccess(next)
  }
}
