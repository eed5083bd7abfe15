import Herald
import HeraldRuntime
import Testing

@Suite("The answer that a presenter waits for")
struct PendingAnswerTests {
  @Test("An answer that nobody gives is nil once its last reference is gone")
  func forgottenAnswerIsNil() async {
    let button = await withCheckedContinuation { continuation in _ = PendingAnswer(continuation) }
    #expect(button == nil)
  }

  @Test("Of two answers the first counts")
  func firstAnswerCounts() async {
    let button: Button? = await withCheckedContinuation { continuation in
      let answer = PendingAnswer(continuation)
      answer.give(.later)
      answer.give(.update)
    }
    #expect(button == .later)
  }
}
