import HeraldWire
import Foundation
import Herald
import HeraldLog
import Hummingbird
import NIOCore
import NIOPosix
import ServiceLifecycle

/// `GET /v1/live`: events as they are stored, as server-sent events. An event's `id` is its position in the ledger, so
/// `Last-Event-ID` goes on behind it. With `most` the answer has an end.
struct LiveRoute {
  let parts: ServerParts

  func add(to router: RouterGroup<ServerContext>) {
    router.get("live") { try await live($0, $1) }
  }

  /// The most events that an answer with an end may be asked for.
  static let mostAsked = 100_000

  private func live(_ request: Request, _ context: ServerContext) async throws -> Response {
    let token = try context.requiring(.read)
    try request.requireQuery(of: ["app", "most"])
    let most = try request.number("most", in: 1...Self.mostAsked)
    let app = try parts.apps.app(for: token, named: request.query("app"))
    let last = request.headers.value(of: "last-event-id").flatMap {
      OutsideNumber.read($0, in: 0...Request.revisions.upperBound)
    }
    let start: Int
    if let last { start = last } else { start = try await app.readers.read { try $0.lastPosition() } }
    let listener = try parts.listeners.enter(token, of: app, from: start, atMost: parts.settings.liveListeners)
    try await parts.note("live, from position \(start)", of: app, context)
    let events = LiveEvents(listener: listener, folder: parts.folder, start: start, most: most)
    return Response(
      status: .ok, headers: [.contentType: "text/event-stream", .cacheControl: "no-store"],
      body: ResponseBody(asyncSequence: events))
  }
}

/// Events behind a position, as they are stored, until the server is asked to end or the token is not in force.
struct LiveEvents: AsyncSequence, Sendable {
  let listener: LiveListener
  let folder: ServerFolder
  let start: Int
  /// The most events: the stream ends after them, or at the end of the ledger; nil for a stream that never ends.
  var most: Int?

  func makeAsyncIterator() -> Iterator { Iterator(listener: listener, folder: folder, position: start, left: most) }

  struct Iterator: AsyncIteratorProtocol {
    let listener: LiveListener
    let folder: ServerFolder
    var position: Int
    /// The events that it may still give; nil where it goes on for ever.
    private var left: Int?
    private var hasBegun = false
    private var hasEnded = false

    init(listener: LiveListener, folder: ServerFolder, position: Int, left: Int?) {
      (self.listener, self.folder, self.position, self.left) = (listener, folder, position, left)
    }

    private static let pause = Duration.milliseconds(500)
    private static let pausesOfAComment = 30
    private static let mostAtOnce = 500

    mutating func next() async throws -> NIOCore.ByteBuffer? {
      guard hasBegun else {
        // At once, so that the client knows that it is connected.
        hasBegun = true
        return NIOCore.ByteBuffer(string: LiveText.Comment.live.text)
      }
      if hasEnded { return nil }
      if left == 0 { return try await end(.more) }
      for _ in 0..<Self.pausesOfAComment {
        let events = Task.isCancelled || Task.isShuttingDownGracefully ? nil : try await events()
        // Without a last comment: the events may not be all.
        guard let events else { return try await end(nil) }
        if let last = events.last {
          position = last.position
          listener.gave(events.count, to: last.position)
          left = left.map { $0 - events.count }
          return NIOCore.ByteBuffer(string: LiveText.write(events))
        }
        if left != nil { return try await end(.head) }
        try await Task.sleep(for: Self.pause)
      }
      return NIOCore.ByteBuffer(string: LiveText.Comment.quiet.text)
    }

    /// Ends the stream, with a comment that says why where it has an end of its own.
    private mutating func end(_ comment: LiveText.Comment?) async throws -> NIOCore.ByteBuffer? {
      hasEnded = true
      let listener = listener
      try await NIOThreadPool.singleton.runIfActive { listener.end() }
      return comment.map { NIOCore.ByteBuffer(string: $0.text) }
    }

    /// The events that came; nil where the token is not in force any more.
    private func events() async throws -> [(position: Int, line: String)]? {
      let (folder, token, after) = (folder, listener.token, position)
      let most = Swift.min(Self.mostAtOnce, left ?? Self.mostAtOnce)
      return try await listener.app.readers.read { reader in
        guard try folder.isInForce(token) else { return nil }
        return try reader.lines(after: after, atMost: most)
      }
    }
  }
}
