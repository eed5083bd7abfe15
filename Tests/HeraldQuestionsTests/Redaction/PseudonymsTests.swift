import Herald
import Testing

@testable import HeraldQuestions

@Suite("Pseudonyms")
struct PseudonymsTests {
  private static let key = Array(0..<32 as Range<UInt8>)

  @Test(
    "A pseudonym is the HMAC-SHA-256 of kind, installation and name, each preceded by its length",
    arguments: [
      // Computed with Python's hmac.
      (NameKind.installation, "", "/i/1", "/installations/p-f9b95ac84ef171b249dcf266f70e1b9f"),
      (.user, "", "u-1", "user-994cdc025ce43d24509252a625c2e9af"),
      (.prompt, "/i/1", "p-1", "prompt-5320df80db51bff3319df6c6ad12d638"),
      (.event, "/i/1", "Zoë", "event-29acc41b68fbac30492411754aead20a"),
    ])
  func pseudonymIsAnHMAC(kind: NameKind, source: String, name: String, expected: String) throws {
    let pseudonyms = try #require(Pseudonyms(key: Self.key))
    #expect(pseudonyms.pseudonym(of: ExactString(name), as: kind, in: ExactString(source)).string == expected)
  }

  @Test("Pseudonyms are the same under one key, and differ under another")
  func pseudonymsDependOnTheKey() throws {
    var first = try #require(Pseudonyms(key: Self.key))
    var again = try #require(Pseudonyms(key: Self.key))
    var other = try #require(Pseudonyms(key: Self.key.reversed()))
    for kind in NameKind.allCases {
      let pseudonym = first.pseudonym(of: "zoe", as: kind)
      #expect(again.pseudonym(of: "zoe", as: kind) == pseudonym)
      #expect(other.pseudonym(of: "zoe", as: kind) != pseudonym)
    }
  }

  @Test("Pseudonyms differ by kind, by installation, and by every scalar of the name")
  func pseudonymsDifferByEveryScalar() throws {
    let pseudonyms = try #require(Pseudonyms(key: Self.key))
    let names: [ExactString] = ["zoe", "Zoe", "zoë", "zoe\u{308}", "zo", "e", "", "\u{0}"]
    let all = NameKind.allCases.flatMap { kind in
      ["", "/i/1", "/i/2"].flatMap { source in
        names.map { pseudonyms.pseudonym(of: $0, as: kind, in: ExactString(source)).string.suffix(32) }
      }
    }
    #expect(Set(all).count == all.count)
  }

  @Test("Pseudonyms need a key of at least 16 bytes")
  func pseudonymsNeedA16ByteKey() {
    #expect(Pseudonyms(key: []) == nil)
    #expect(Pseudonyms(key: Array(repeating: 7, count: 15)) == nil)
    #expect(Pseudonyms(key: Array(repeating: 7, count: 16)) != nil)
  }

  @Test("A pseudonym is not confirmed by a hash of the right guess without the key")
  func guessesAreNotConfirmed() throws {
    var pseudonyms = try #require(Pseudonyms(key: Self.key))
    let pseudonym = pseudonyms.pseudonym(of: "zoe@example.com", as: .user).string
    let guesses = ["zoe@example.com", "userzoe@example.com", "user-zoe@example.com", "zoe@example.com\n"]
    for guess in guesses {
      let bytes = Array(guess.utf8)
      var hasher = SHA256Hasher()
      bytes.withBorrowedBytes { hasher.update($0) }
      let hashes = [hasher.finish(), SHA256Hasher.authenticationCode(of: bytes, key: [])]
      for hash in hashes { #expect(!pseudonym.hasSuffix(Hex.text(of: hash.prefix(16)))) }
    }
  }
}
