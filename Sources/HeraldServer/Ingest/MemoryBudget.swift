import HeraldWire
import HTTPTypes
import Hummingbird
import NIOCore
import Synchronization

/// The memory that all requests may hold together: bytes of bodies as they come, what unpacking adds, and what waits for
/// a writer.
///
/// An announced length is only a word. It decides whether a body can fit at all, and holds nothing. A key and an address
/// have a share each, so that no sender keeps the others out.
final class MemoryBudget: Sendable {
  private struct Held {
    var bytes = 0
    /// The bytes of each sender, by its kind and name.
    var senders: [String: Int] = [:]
  }

  /// The most bytes of all requests.
  let limit: Int
  private let held = Mutex(Held())

  /// The parts of the limit that a key and an address may hold: a half and a quarter.
  private static let partOfAKey = 2
  private static let partOfAnAddress = 4

  init(limit: Int) { self.limit = limit }

  /// The bytes that requests hold.
  var bytes: Int { held.withLock { $0.bytes } }

  /// - Throws: ``Problem`` where a body of an announced length cannot fit now.
  func check(announced: Int) throws {
    let bytes = bytes
    // With nothing held, a body fits that another limit lets through.
    if bytes > 0, announced > limit - bytes { throw Self.full("its queue has \(bytes) of \(limit) bytes") }
  }

  /// Takes memory of some senders' shares.
  ///
  /// - Parameters:
  ///   - own: the bytes that the request holds already. A sender's only request is not stopped by its share.
  /// - Throws: ``Problem`` where the budget or a share is used up; then nothing was taken.
  fileprivate func take(_ count: Int, for senders: [Sender], besides own: Int) throws {
    let shortage: String? = held.withLock { held in
      if held.bytes > own, count > limit - held.bytes { return "its requests hold \(held.bytes) of \(limit) bytes" }
      for sender in senders {
        let bytes = held.senders[sender.name] ?? 0
        let share = limit / sender.part
        if bytes > own, count > share - bytes {
          return "one \(sender.kind) holds \(bytes) of its share of \(share) bytes"
        }
      }
      held.bytes += count
      for sender in senders { held.senders[sender.name, default: 0] += count }
      return nil
    }
    if let shortage { throw Self.full(shortage) }
  }

  fileprivate func giveBack(_ count: Int, of senders: [Sender]) {
    held.withLock { held in
      held.bytes -= count
      for sender in senders {
        let rest = (held.senders[sender.name] ?? 0) - count
        held.senders[sender.name] = rest > 0 ? rest : nil
      }
    }
  }

  private static func full(_ why: String) -> Problem {
    Problem(.busyServer, "The server holds as much of requests as it may.", why: why)
      .retrying(after: .random(in: 1...10))
  }

  fileprivate struct Sender: Sendable {
    let kind: String
    let name: String
    let part: Int

    static func key(_ id: String) -> Sender { Sender(kind: "key", name: "key \(id)", part: partOfAKey) }

    static func address(_ address: SenderAddress) -> Sender {
      Sender(kind: "address", name: "address \(address)", part: partOfAnAddress)
    }
  }
}

/// The memory that one request holds, until it is answered.
final class RequestMemory: Sendable {
  private struct Content {
    var senders: [MemoryBudget.Sender] = []
    var bytes = 0
  }

  private let budget: MemoryBudget
  private let content: Mutex<Content>

  init(_ budget: MemoryBudget, address: SenderAddress?) {
    self.budget = budget
    content = Mutex(Content(senders: address.map { [.address($0)] } ?? []))
  }

  deinit { release() }

  /// Counts the request for its key too, before anything of its body was read.
  func count(for token: AccessToken) { content.withLock { $0.senders.append(.key(token.id)) } }

  /// - Throws: ``Problem`` where there is not so much left.
  func take(_ count: Int) throws {
    try content.withLock { content in
      try budget.take(count, for: content.senders, besides: content.bytes)
      content.bytes += count
    }
  }

  /// Gives a part back, such as the packed bytes after they were unpacked.
  func giveBack(_ count: Int) {
    content.withLock { content in
      let count = min(count, content.bytes)
      budget.giveBack(count, of: content.senders)
      content.bytes -= count
    }
  }

  /// Gives everything back.
  func release() { giveBack(.max) }
}

/// Counts the body of each request while it comes, whichever path reads it.
struct MemoryMiddleware: RouterMiddleware {
  typealias Context = ServerContext
  let parts: ServerParts

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    if let length = request.headers[.contentLength] {
      guard let length = OutsideNumber.read(length, in: 0...parts.settings.largestBody) else {
        throw Problem(
          .tooLarge, "The body is too large.", at: "Content-Length",
          why: "no path takes more than \(parts.settings.largestBody) bytes")
      }
      try parts.memory.check(announced: length)
    }
    // Nothing of a request without a body is held.
    guard request.mayHaveBody else { return try await next(request, context) }
    var (request, context) = (request, context)
    let memory = RequestMemory(parts.memory, address: parts.sender(request, context))
    defer { memory.release() }
    context.memory = memory
    let body = request.body
    request.body = RequestBody(asyncSequence: CountedBody(body: body, memory: memory))
    return try await next(request, context)
  }
}

extension Request {
  /// False for a request that only reads and announces no body. Paths that answer those read none.
  fileprivate var mayHaveBody: Bool {
    !onlyReads || headers.contains(.contentLength) || headers.contains(.transferEncoding)
  }
}

extension ServerSettings {
  /// The largest body of any path, in bytes.
  var largestBody: Int { max(bodyBytes, Self.largestForm) }
  /// The largest form of a page: a document in a form may have three bytes for each of its own.
  static let largestForm = 4 << 20
}

/// A body whose bytes are counted before they are passed on.
private struct CountedBody: AsyncSequence, Sendable {
  let body: RequestBody
  let memory: RequestMemory

  func makeAsyncIterator() -> Iterator { Iterator(pieces: body.makeAsyncIterator(), memory: memory) }

  struct Iterator: AsyncIteratorProtocol {
    var pieces: RequestBody.AsyncIterator
    let memory: RequestMemory

    mutating func next() async throws -> NIOCore.ByteBuffer? {
      guard let piece = try await pieces.next() else { return nil }
      try memory.take(piece.readableBytes)
      return piece
    }
  }
}
