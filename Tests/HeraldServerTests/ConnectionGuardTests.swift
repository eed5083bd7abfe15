import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HeraldServer

@Suite("The guard of a connection")
struct ConnectionGuardTests {
  /// A connection whose clock the test moves.
  private final class Tested {
    let loop = EmbeddedEventLoop()
    let channel: EmbeddedChannel
    let guarding: ConnectionGuard

    init(_ settings: ServerSettings = ServerSettings(), table: ConnectionTable? = nil) throws {
      channel = EmbeddedChannel(loop: loop)
      let table = table ?? ConnectionTable(.init(settings))
      guarding = ConnectionGuard(.init(settings), table: table, isProxy: { _ in false })
      try channel.pipeline.syncOperations.addHandler(guarding)
      try channel.connect(to: .init(ipAddress: "192.0.2.1", port: 80)).wait()
      channel.read()
    }

    func receive(_ part: HTTPServerRequestPart) throws {
      try channel.writeInbound(part)
      channel.read()
    }

    func head(_ uri: String, _ headers: HTTPHeaders = ["host": "x"]) -> HTTPServerRequestPart {
      .head(HTTPRequestHead(version: .http1_1, method: .POST, uri: uri, headers: headers))
    }

    func answer(_ status: HTTPResponseStatus) throws {
      try channel.writeOutbound(HTTPServerResponsePart.head(.init(version: .http1_1, status: status)))
      try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// The head of the next answer that was sent; nil without one.
    func sent() throws -> HTTPResponseHead? {
      while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
        if case .head(let head) = part { return head }
      }
      return nil
    }

    /// The number of requests that were passed on.
    func passed() throws -> Int {
      var count = 0
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) { if case .head = part { count += 1 } }
      return count
    }

    func wait(_ seconds: Int) { loop.advanceTime(by: .seconds(Int64(seconds))) }
  }

  private static func bytes(_ count: Int) -> HTTPServerRequestPart {
    .body(ByteBuffer(repeating: 0x61, count: count))
  }

  @Test("A head that is not whole in time ends the connection", arguments: [1, 10])
  func slowHead(seconds: Int) throws {
    var settings = ServerSettings()
    settings.headSeconds = seconds
    let tested = try Tested(settings)
    tested.wait(seconds - 1)
    #expect(tested.channel.isActive)
    tested.guarding.noteBytes()
    tested.wait(1)
    #expect(!tested.channel.isActive)
  }

  @Test("A connection between two requests has no deadline of a head until a byte comes")
  func idle() throws {
    let tested = try Tested()
    try tested.receive(tested.head("/livez"))
    try tested.receive(.end(nil))
    try tested.answer(.ok)
    tested.wait(25)
    #expect(tested.channel.isActive)
    tested.guarding.noteBytes()
    tested.wait(10)
    #expect(!tested.channel.isActive)
  }

  @Test(
    "A body that comes too slowly is refused, whatever came quickly before", arguments: [0, 1, 30])
  func slowBody(quickBytes: Int) throws {
    let tested = try Tested()
    try tested.receive(tested.head("/sign-in"))
    if quickBytes > 0 { try tested.receive(Self.bytes(quickBytes << 10)) }
    for _ in 0..<25 where tested.channel.isActive {
      if try tested.sent()?.status == .requestTimeout { return }
      try tested.receive(Self.bytes(1))
      tested.wait(1)
    }
    let head = try tested.sent()
    #expect(head?.status == .requestTimeout)
    #expect(head?.headers["connection"] == ["close"])
  }

  @Test("A body at the least rate is read to its end")
  func bodyAtTheRate() throws {
    let tested = try Tested()
    try tested.receive(tested.head("/v1/events"))
    for _ in 0..<60 {
      try tested.receive(Self.bytes(1024))
      tested.wait(1)
    }
    try tested.receive(.end(nil))
    try tested.answer(.ok)
    #expect(try tested.sent()?.status == .ok)
    #expect(tested.channel.isActive)
  }

  @Test("Time in which the server does not read is not the sender's")
  func serverThatDoesNotRead() throws {
    let tested = try Tested()
    try tested.channel.writeInbound(tested.head("/v1/events"))
    tested.wait(60)
    #expect(tested.channel.isActive)
  }

  @Test("An answer before the end of a body is the connection's last")
  func earlyAnswer() throws {
    let tested = try Tested()
    try tested.receive(tested.head("/v1/events"))
    try tested.receive(Self.bytes(10))
    try tested.answer(.unauthorized)
    #expect(try tested.sent()?.headers["connection"] == ["close"])
    tested.wait(2)
    #expect(!tested.channel.isActive)
  }

  @Test("Answers of requests that were sent without waiting keep the connection open")
  func pipelined() throws {
    let tested = try Tested()
    try tested.receive(tested.head("/livez"))
    try tested.receive(.end(nil))
    try tested.receive(tested.head("/livez"))
    try tested.answer(.ok)
    #expect(try tested.sent()?.headers["connection"].isEmpty == true)
    try tested.receive(.end(nil))
    try tested.answer(.ok)
    #expect(try tested.sent()?.headers["connection"].isEmpty == true)
    #expect(tested.channel.isActive)
  }

  @Test("A request that names two hosts is refused, and nobody else reads it")
  func twoHosts() throws {
    let tested = try Tested()
    try tested.receive(tested.head("/livez", ["host": "a", "Host": "b"]))
    try tested.receive(.end(nil))
    #expect(try tested.passed() == 0)
    #expect(try tested.sent()?.status == .badRequest)
  }

  @Test(
    "Where all places are taken, only the paths of operators are answered",
    arguments: [("/livez", true), ("/readyz", true), ("/metrics?x", true), ("/v1/events", false), ("/sign-in", false)])
  func reserve(_ path: String, _ isAnswered: Bool) throws {
    var settings = ServerSettings()
    settings.connections = 1
    let table = ConnectionTable(.init(settings))
    let first = try Tested(settings, table: table)
    try first.receive(first.head("/v1/whatif"))
    try first.receive(.end(nil))
    let second = try Tested(settings, table: table)
    try second.receive(second.head(path))
    try second.receive(.end(nil))
    #expect(try second.passed() == (isAnswered ? 1 : 0))
    if !isAnswered { #expect(try second.sent()?.status == .serviceUnavailable) }
    #expect(first.channel.isActive)
  }
}
