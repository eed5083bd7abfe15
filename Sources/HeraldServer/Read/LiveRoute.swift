import HeraldWire
import Foundation
import Herald
import HeraldLog
import Hummingbird
import NIOCore
import NIOPosix
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
    let last = request.headers.value(of: "last-event-id").flatMap {
      OutsideNumber.read($0, in: 0...Request.revisions.upperBound)
    }
    let start: Int
    if let last { start = last } else { start = try await app.readers.read { try $0.lastPosition() } }
    let listener = try parts.listeners.enter(token, of: app, from: start, atMost: parts.settings.liveListeners)
    try await parts.note("live, from position \(start)", of: app, context)
    let events = LiveEvents(listener: listener, folder: parts.folder, start: start)
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

  func makeAsyncIterator() -> Iterator { Iterator(listener: listener, folder: folder, position: start) }

  /// Events as text. A carriage return between the members of a line means nothing in JSON but ends a line here, so a
  /// blank takes its place.
  static func text(_ events: [(position: Int, line: String)]) -> String {
    var text = ""
    for event in events {
      text += "id: \(event.position)\ndata: "
      text.unicodeScalars.append(contentsOf: event.line.unicodeScalars.lazy.map { $0 == "\r" ? " " : $0 })
      text += "\n\n"
    }
    return text
  }

  struct Iterator: AsyncIteratorProtocol {
    let listener: LiveListener
    let folder: ServerFolder
    var position: Int
    private var hasBegun = false

    init(listener: LiveListener, folder: ServerFolder, position: Int) {
      (self.listener, self.folder, self.position) = (listener, folder, position)
    }

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
        let events = Task.isCancelled || Task.isShuttingDownGracefully ? nil : try await events()
        guard let events else {
          let listener = listener
          try await NIOThreadPool.singleton.runIfActive { listener.end() }
          return nil
        }
        if let last = events.last {
          position = last.position
          listener.gave(events.count, to: last.position)
          return NIOCore.ByteBuffer(string: LiveEvents.text(events))
        }
        try await Task.sleep(for: Self.pause)
      }
      return NIOCore.ByteBuffer(string: ": still here\n\n")
    }

    /// The events that came; nil where the token is not in force any more.
    private func events() async throws -> [(position: Int, line: String)]? {
      let (folder, token, after) = (folder, listener.token, position)
      return try await listener.app.readers.read { reader in
        guard try folder.isInForce(token) else { return nil }
        return try reader.lines(after: after, atMost: Self.mostAtOnce)
      }
    }
  }
}
