import Herald
import HeraldFetch
import Testing

@Suite("Retry-After")
struct RetryAfterTests {
  @Test(
    "A Retry-After header is read as seconds or a date, and in no other form",
    arguments: [
      ("0", .seconds(0)), (" 120 ", .seconds(120)), ("99999999999999999999", .seconds(2_147_483_647)),
      ("Sun, 06 Nov 1994 08:49:37 GMT", .moment(Timestamp(milliseconds: 784_111_777_000))),
      ("Thu, 29 Feb 2024 23:59:59 GMT", .moment(Timestamp(milliseconds: 1_709_251_199_000))),
      ("", nil), ("-1", nil), ("+1", nil), ("1.5", nil), ("soon", nil), ("Sun, 06 Nov 1994 08:49:37 CET", nil),
      ("Sun, 31 Feb 2024 08:49:37 GMT", nil), ("06 Nov 1994 08:49:37 GMT", nil), ("Sun, 6 Nov 1994 08:49:37 GMT", nil),
      ("Sunday, 06-Nov-94 08:49:37 GMT", nil), ("Sun, 06 Xyz 1994 08:49:37 GMT", nil),
    ] as [(String, RetryAfter?)])
  func onlySecondsAndDatesAreRead(header: String, retryAfter: RetryAfter?) {
    #expect(RetryAfter(header: header) == retryAfter)
  }

  @Test("A Retry-After's delay counts from now, and is never negative")
  func retryAfterCountsFromNow() {
    let now = Timestamp(milliseconds: 1000)
    #expect(RetryAfter.seconds(3).delay(from: now) == .seconds(3))
    #expect(RetryAfter.seconds(-3).delay(from: now) == .zero)
    #expect(RetryAfter.moment(Timestamp(milliseconds: 2500)).delay(from: now) == .milliseconds(1500))
    #expect(RetryAfter.moment(Timestamp(milliseconds: 999)).delay(from: now) == .zero)
  }
}
