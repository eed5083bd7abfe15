import Dispatch
import Hummingbird
import Synchronization

/// The sender of a request that asks something: it may go away before the answer is there.
struct Asker: Sendable {
  /// The id of the sender's token. Questions are counted for each token. Nil for a phone: it asks about its own stream
  /// alone, and its questions are not counted.
  let token: String?
  private let connection: Connection?

  init(token: String?, connection: Connection?) { (self.token, self.connection) = (token, connection) }

  /// The asker of the request that is being answered.
  @TaskLocal static var current = Asker(token: nil, connection: nil)

  /// - Throws: `CancellationError` once the sender has closed its connection.
  func checkPresence() throws { if connection?.isGone == true { throw CancellationError() } }

  /// Runs `body`, and calls `interrupt` again and again after the asker has gone, until `body` ends.
  ///
  /// - Throws: `CancellationError` where the asker has gone; otherwise what `body` throws.
  func interrupting<Result>(
    _ interrupt: @escaping @Sendable () -> Void, during body: () throws -> Result
  ) throws -> Result {
    guard let connection else { return try body() }
    let end = Ending()
    let clock = DispatchSource.makeTimerSource(queue: .global())
    clock.schedule(deadline: .now() + Self.look, repeating: Self.look)
    clock.setEventHandler {
      // Under the lock, so that no reader is interrupted that serves somebody else already.
      end.isReached.withLock { if !$0, connection.isGone { interrupt() } }
    }
    clock.resume()
    defer {
      end.isReached.withLock { $0 = true }
      clock.cancel()
    }
    do { return try body() } catch {
      try checkPresence()
      throw error
    }
  }

  /// The end of a question.
  private final class Ending: Sendable {
    let isReached = Mutex(false)
  }

  private static let look = DispatchTimeInterval.milliseconds(200)
}

/// Names the asker of each request to the threads that answer it.
struct AskerMiddleware: RouterMiddleware {
  typealias Context = ServerContext
  let parts: ServerParts

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let token = context.token.flatMap { $0.isAppKey ? nil : $0.id }
    let asker = Asker(token: token, connection: parts.connections[context.channel])
    return try await Asker.$current.withValue(asker) { try await next(request, context) }
  }
}
