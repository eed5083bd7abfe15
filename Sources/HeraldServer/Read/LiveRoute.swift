import Foundation
import Herald
import HeraldLog
import Hummingbird
import NIOCore
import ServiceLifecycle

/// `GET /v1/live`: events as they are stored, as server-sent events (the HTML standard, section 9.2). An event's `id` is
/// its position in the ledger, so `Last-Event-ID` goes on behind it.
struct LiveRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("live") { try await live($0, $1) }
  }

  private func live(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let last = request.headers.value(of: "last-event-id").flatMap { Int($0) }
    let start: Int
    if let last { start = last } else { start = try await app.readers.read { try $0.lastPosition() } }
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody(asyncSequence: LiveEvents(readers: app.readers, start: start)))
  }
}

/// Events behind a position, as they are stored, until the server is asked to end.
private struct LiveEvents: AsyncSequence, Sendable {
  let readers: ReaderPool
  let start: Int

  func makeAsyncIterator() -> Iterator { Iterator(readers: readers, position: start) }

  struct Iterator: AsyncIteratorProtocol {
    let readers: ReaderPool
    var position: Int
    private var hasBegun = false

    init(readers: ReaderPool, position: Int) { (self.readers, self.position) = (readers, position) }

    private static let pause = Duration.milliseconds(500)
    private static let pausesOfAComment = 30
    private static let mostAtOnce = 500

    mutating func next() async throws -> NIOCore.ByteBuffer? {
      guard hasBegun else {
        // At once, so that the client knows that it is connected.
        hasBegun = true
        return NIOCore.ByteBuffer(string: ": live\n\n")
      }
      for _ in 0..<Self.pausesOfAComment {
        if Task.isCancelled || Task.isShuttingDownGracefully { return nil }
        let after = position
        let events = try await readers.read { try $0.lines(after: after, atMost: Self.mostAtOnce) }
        if let last = events.last {
          position = last.position
          return NIOCore.ByteBuffer(string: events.map { "id: \($0.position)\ndata: \($0.line)\n\n" }.joined())
        }
        try await Task.sleep(for: Self.pause)
      }
      return NIOCore.ByteBuffer(string: ": still here\n\n")
    }
  }
}
