import Herald
import HeraldLog
import HeraldWire
import Testing

@testable import HeraldServer

@Suite("The answer to a batch")
struct BatchReplyTests {
  @Test("The reason of a refused line is the code of the problem that an answer with nothing else names")
  func names() {
    let reasons: [UploadReply.Reason] = [.gap(expected: 1), .forked(nil), .forgotten, .notOwner]
    let kinds: [BatchOutcome.Kind] = [.gap(expected: 1), .forked(stored: "", sent: ""), .forgotten, .notOwner]
    #expect(reasons.map(\.name) == kinds.map(\.code.name))
  }
}
