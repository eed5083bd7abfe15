import Synchronization
import Testing

@testable import HeraldServer

@Suite("Counting requests in periods")
struct RateLimitTests {
  private final class Clock: Sendable {
    let seconds = Mutex<Int64>(0)
    func set(_ moment: Int64) { seconds.withLock { $0 = moment } }
  }

  @Test("A sender is slowed down beyond its number, until the period ends, and another sender is not")
  func period() throws {
    let clock = Clock()
    let limit = RateLimit(seconds: 60, elapsed: { clock.seconds.withLock { $0 } })
    for _ in 0..<2 { try limit.count("key a", atMost: 2) }
    clock.set(59)
    #expect(throws: Problem.self) { try limit.count("key a", atMost: 2) }
    try limit.count("key b", atMost: 2)
    clock.set(60)
    for _ in 0..<2 { try limit.count("key a", atMost: 2) }
    #expect(throws: Problem.self) { try limit.count("key a", atMost: 2) }
  }

  @Test("The wait that it names ends in the next period", arguments: [0, 1, 59, 61, 119] as [Int64])
  func wait(second: Int64) throws {
    let limit = RateLimit(seconds: 60, elapsed: { second })
    let problem = #expect(throws: Problem.self) { try limit.count("address a", atMost: 0) }
    let wait = try #require(problem?.headers[.retryAfter].flatMap { Int64($0) })
    #expect((second + wait) / 60 == second / 60 + 1)
  }
}
