import Foundation
import HeraldTestSupport
import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import HeraldServer

@Suite("Questions that wait for a thread")
struct WorkQueueTests {
  /// A piece of work that ends when the test says so.
  private final class Held: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    let hasBegun = AsyncStream.makeStream(of: Void.self)

    func wait() {
      hasBegun.continuation.yield()
      gate.wait()
    }

    func end() { gate.signal() }
  }

  private static func asker(_ token: String?) -> Asker { Asker(token: token, connection: nil) }

  @Test("A token that has its part of the threads leaves the rest to others")
  func parts() async throws {
    let queue = WorkQueue(label: "test", threads: 2, ofAToken: 1, waiting: 8)
    let held = Held()
    async let first: Void = queue.run(for: Self.asker("a")) { held.wait() }
    for await _ in held.hasBegun.stream { break }
    async let second: String = queue.run(for: Self.asker("a")) { "second of a" }
    #expect(try await queue.run(for: Self.asker("b")) { "first of b" } == "first of b")
    held.end()
    #expect(try await second == "second of a")
    try await first
  }

  @Test("Beyond a number of waiting questions of a token the next is refused, and other tokens still wait")
  func waiting() async throws {
    let queue = WorkQueue(label: "test", threads: 1, ofAToken: 1, waiting: 0)
    let held = Held()
    async let first: Void = queue.run(for: Self.asker(nil)) { held.wait() }
    for await _ in held.hasBegun.stream { break }
    let problem = await #expect(throws: Problem.self) { try await queue.run(for: Self.asker("a")) {} }
    #expect(problem?.status.code == 429)
    #expect(problem?.headers[.retryAfter] != nil)
    held.end()
    try await first
  }

  @Test("A question whose asker has gone is not begun, and one under way is interrupted")
  func gone() async throws {
    let queue = WorkQueue(label: "test", threads: 1, ofAToken: 1, waiting: 8)
    let connection = Connection(EmbeddedChannel())
    let asker = Asker(token: "a", connection: connection)
    let isInterrupted = Held()
    async let question: Void = queue.run(for: asker) {
      try asker.interrupting({ isInterrupted.end() }, during: { isInterrupted.wait() })
    }
    for await _ in isInterrupted.hasBegun.stream { break }
    connection.leave()
    try await question
    await #expect(throws: CancellationError.self) { try await queue.run(for: asker) {} }
  }
}
