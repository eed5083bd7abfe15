import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The test `fresh`")
struct FreshTests {
  private static let key = TestKey(1)
  private static let document = """
    {"packageName":"a","updates":[
      {"id":1,"descriptions":{"*":"text"},"targetWebsiteUrl":"https://e.com/","filters":{"x":"never"}},
      {"id":2,"KIND":true,"descriptions":{"*":"text"},"targetWebsiteUrl":"https://e.com/"}]}
    """

  /// A stream that asked a moment after its policy's signature expires.
  private func stream(_ kind: String, after milliseconds: Int64, expires: Bool = true) throws -> Stream {
    var stream = Stream()
    let trust = try Trust(keys: [Self.key.publicKey])
    stream.append(.appLaunched(AppLaunched(profile: Profile([("appPackageName", "a")]), trust: trust)))
    let text = Self.document.replacing("KIND", with: kind)
    let expiry = stream.now.later(by: 1000)
    stream.append(.fetched(text, signature: Self.key.file(text, expires ? "expires:\(expiry.moment)" : "herald")))
    stream.append(.failed(), at: expiry.later(by: milliseconds))
    return stream
  }

  @Test(
    "An optional update is not shown once its policy's signature has expired, a force or an exit always",
    arguments: [
      ("skippable", -1, nil), ("skippable", 0, nil), ("skippable", 1, .fresh), ("forceUpdate", 1, nil),
      ("forceExit", 86_400_000, nil),
    ] as [(String, Int64, RuleTest?)])
  func withholdsStaleChatter(kind: String, milliseconds: Int64, failed: RuleTest?) throws {
    let decision = try stream(kind, after: milliseconds).decision()
    #expect(decision.considered.map(\.failed).last == failed)
    #expect((decision.prompt == nil) == (failed != nil))
  }

  @Test("The answer is known to change in the millisecond after the expiry")
  func untilIsTheExpiry() throws {
    let stream = try stream("skippable", after: -500)
    let until = Explanation(try stream.question(), in: stream.state).until
    #expect(until == stream.now.later(by: 1001).moment)
  }

  @Test("An explanation lists `fresh` first where the policy expires, and nowhere else", arguments: [true, false])
  func isListedWhereItCanFail(expires: Bool) throws {
    let stream = try stream("skippable", after: 1, expires: expires)
    let rules = Explanation(try stream.question(), in: stream.state).rules
    #expect(rules.map { $0.tests.first?.test } == [RuleTest](repeating: expires ? .fresh : .trigger, count: 2))
    #expect(rules[0].failed == (expires ? .fresh : .filters))
  }
}
