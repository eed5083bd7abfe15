import Herald
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The beginning of a digest in a condition")
struct DigestBeginningTests {
  @Test(
    "A condition takes a digest as an answer prints it, from eight digits on",
    arguments: [(71, true), (19, true), (15, true), (14, false), (7, false)])
  func beginnings(length: Int, holds: Bool) throws {
    let policy = Policy.make([.make("r")])
    var state = InstallationState()
    state.policy = policy
    let digest = policy.digest.string
    for text in [String(digest.prefix(length)), String(digest.prefix(length).dropFirst(7))] where !text.isEmpty {
      #expect(try Condition("policy.digest == '\(text)'").holds(in: state, decision: nil) == holds)
      #expect(try Condition("policy.digest != '\(text)'").holds(in: state, decision: nil) == !holds)
    }
  }

  @Test("Every text that is the beginning of a digest may be one, and no text that is too short or no hex digits")
  func mayBe() {
    let digest = Digest.of("a")
    for length in 0...71 {
      let text = ExactString(String(digest.string.prefix(length)))
      #expect(DigestBeginning.mayBe(text) == DigestBeginning.is(text, of: digest), "\(text)")
    }
    for text: ExactString in ["", "sha256:", "sha256:1234567", "1234567g", "ABCDEF01", "sha512:12345678"] {
      #expect(!DigestBeginning.mayBe(text), "\(text)")
    }
  }

  @Test("Another document's digest, and a text that is none, are not its beginning")
  func others() {
    let digest = Digest.of("a")
    #expect(!DigestBeginning.is(ExactString(String(Digest.of("b").string.prefix(19))), of: digest))
    #expect(!DigestBeginning.is("sha256:", of: digest))
    #expect(!DigestBeginning.is("12345678", of: "12345678"))
  }
}
