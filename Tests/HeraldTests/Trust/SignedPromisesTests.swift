import HeraldTestSupport
import Testing

@testable import Herald

@Suite("What a trusted comment promises")
struct SignedPromisesTests {
  @Test("Package, revision and expiry are read among words that say nothing to Herald")
  func readsItsWords() throws {
    let promises = SignedPromises(
      "herald timestamp:1 package:com.example.shop  revision:7\tfile:x expires:2026-12-20T01:00:00+01:00 x")
    #expect(promises.packageName == "com.example.shop")
    #expect(promises.revision == 7)
    #expect(promises.expires == (try time("2026-12-20T00:00:00Z").moment))
    #expect(promises.findings == [])
  }

  @Test("Of a repeated word the first counts, and the later one is a finding")
  func firstOfARepeatedWordCounts() {
    let promises = SignedPromises("revision:7 revision:9")
    #expect(promises.revision == 7)
    #expect(promises.findings == [.repeated("revision:9")])
  }

  @Test(
    "A word whose value cannot be read promises nothing, and hides a later one",
    arguments: ["revision:x revision:9", "revision: revision:9", "revision:+7 revision:9", "revision:9007199254740992"])
  func unreadableWordPromisesNothing(comment: String) {
    let promises = SignedPromises(ExactString(comment))
    #expect(promises.revision == nil)
    #expect(promises.findings.first == .unreadable(String(comment.prefix { $0 != " " })))
  }

  @Test(
    "A date that is not an RFC 3339 time is not an expiry",
    arguments: ["2026-12-20", "never", "", "2026-13-01T00:00:00Z"])
  func otherDatesAreNoExpiry(date: String) {
    #expect(SignedPromises(ExactString("expires:\(date)")).expires == nil)
  }

  @Test(
    "A comment that Herald writes promises what was to be promised",
    arguments: [
      SignedPromises(), SignedPromises(packageName: "a.b"), SignedPromises(revision: -3),
      SignedPromises(packageName: "a", revision: 7, expires: Timestamp(milliseconds: 1_772_438_400_123)),
    ])
  func readsWhatItWrites(promises: SignedPromises) { #expect(SignedPromises(promises.comment) == promises) }
}
