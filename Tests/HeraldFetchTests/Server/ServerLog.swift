import Foundation

/// Records the requests and the connections of a server.
///
/// The lock guards the variables.
final class ServerLog: @unchecked Sendable {
  private let lock = NSLock()
  private var received: [TestServer.Request] = []
  private var open: Set<Socket> = []
  private var connectionCount = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let arrivals: AsyncStream<Void>
  private let arrived: AsyncStream<Void>.Continuation

  init() { (arrivals, arrived) = AsyncStream.makeStream() }

  var requests: [TestServer.Request] { lock.withLock { received } }

  func add(_ request: TestServer.Request) {
    lock.withLock { received.append(request) }
    arrived.yield()
  }

  func connected(_ socket: Socket) {
    lock.withLock {
      open.insert(socket)
      connectionCount += 1
    }
  }

  /// Closes a connection. Within the lock, because the system gives its number to the next one.
  func disconnected(_ socket: Socket) {
    let resumed = lock.withLock {
      open.remove(socket)
      socket.closeDescriptor()
      guard open.isEmpty else { return [] as [CheckedContinuation<Void, Never>] }
      defer { waiting = [] }
      return waiting
    }
    for continuation in resumed { continuation.resume() }
  }

  func hangUp() { lock.withLock { for socket in open { socket.hangUp() } } }

  /// Waits until a request arrived.
  func arrival() async { for await _ in arrivals { return } }

  /// Waits until every client closed its connection, and returns their number.
  func departures() async -> Int {
    await withCheckedContinuation { continuation in
      let isDone = lock.withLock {
        if !open.isEmpty { waiting.append(continuation) }
        return open.isEmpty
      }
      if isDone { continuation.resume() }
    }
    return lock.withLock { connectionCount }
  }
}
