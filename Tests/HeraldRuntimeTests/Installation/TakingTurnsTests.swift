import Herald
import HeraldFetch
import HeraldRuntime
import Testing

@Suite("A server that fails, and checks at the same time")
struct TakingTurnsTests {
  @Test(
    "A server that fails is asked later than scheduled where the back-off or the server demands it",
    arguments: [
      (nil, 1, 1.0), (nil, 9, 2.0), (RetryAfter.seconds(3 * 3600), 1, 3.0), (.seconds(60), 1, 1.0),
      (.seconds(90 * 86_400), 1, 24.0), (.moment(Timestamp(milliseconds: 0)), 1, 1.0),
    ] as [(RetryAfter?, Int, Double)])
  func failingServerIsAskedLessOften(retryAfter: RetryAfter?, failures: Int, hours: Double) async throws {
    let phone = try TestPhone()
    let backoff = Backoff(first: .seconds(60), limit: .seconds(7200), jitter: 0.5)
    let app = phone.installation(schedule: .hourly, backoff: backoff)
    phone.publisher.fails("http", retryAfter: retryAfter)
    await app.launched(properties: TestPhone.old)
    for _ in 1..<failures { await app.check(.heartbeat) }
    phone.wait(hours: hours - 0.01)
    #expect(await app.checkIfDue() == nil)
    phone.wait(hours: 0.01)
    #expect(await app.checkIfDue()?.outcome == .failed)
  }

  @Test("A server that answers again is asked on schedule, and so after the clock was set back")
  func recoveredServerIsAskedOnSchedule() async throws {
    let phone = try TestPhone()
    let app = phone.installation(schedule: .hourly)
    phone.publisher.fails("http", retryAfter: .seconds(7200))
    await app.launched(properties: TestPhone.old)
    phone.wait(hours: -1)
    #expect(await app.checkIfDue() != nil)
    phone.publisher.publish(Publisher.document())
    await app.check(.manual)
    phone.wait(hours: 1)
    #expect(await app.checkIfDue()?.outcome == CheckOutcome.none)
  }

  @Test("Checks are answered in the order in which they began, though a later answer arrives first")
  func checksAreAnsweredInOrder() async throws {
    let phone = try TestPhone()
    let slow = SlowFirst(first: Publisher.document(), then: Publisher.document(.force))
    let app = phone.installation(policy: slow)
    async let first = app.launched(properties: TestPhone.old)
    await slow.isAsked()
    async let second = app.check(.manual)
    #expect(await first.outcome == CheckOutcome.none)
    #expect(await second.outcome == .force)
    #expect(await app.state.policy?.digest == Digest.of(Publisher.document(.force)))
  }
}

/// Delays its first answer, so that other requests could overtake it.
private final class SlowFirst: PolicySource {
  let url = "https://example.com/policy"
  private let documents: [String]
  private let asked = SharedValue(0)
  private let (questions, question) = AsyncStream.makeStream(of: Void.self)

  init(first: String, then second: String) { documents = [first, second] }

  /// Waits until the first request arrived.
  func isAsked() async {
    for await _ in questions { return }
  }

  func fetch(_ request: FetchRequest) async -> FetchOutcome {
    let number = asked.change { (count: inout Int) -> Int in
      count += 1
      return count
    }
    question.yield()
    if number == 1 { for _ in 0..<1000 { await Task.yield() } }
    return .document(text: documents[min(number, documents.count) - 1], Validators())
  }
}
