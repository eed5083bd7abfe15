import Herald
import Testing

@Suite("SHA-256")
struct SHA256HasherTests {
  @Test(
    "A text has the hash that FIPS 180-4 and other programs give it",
    arguments: [
      // Computed with Python's hashlib; the second and third are examples of FIPS 180-4.
      ("", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
      (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", 1,
        "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
      ),
      ("0123456789", 100_000, "ec21d64624228af3ecd4bdaa8239e32ed943b01e26934cd5610fddb361426dc6"),
    ])
  func textHasItsHash(part: String, times: Int, expected: String) {
    var hasher = SHA256Hasher()
    for _ in 0..<times { Array(part.utf8).withBorrowedBytes { hasher.update($0) } }
    #expect(Hex.text(of: hasher.finish()) == expected)
  }

  @Test("A hash does not depend on where its bytes are split", arguments: 0...130)
  func splitChangesNothing(length: Int) {
    let bytes = (0..<130).map { UInt8(truncatingIfNeeded: $0 &* 37) }
    var whole = SHA256Hasher()
    bytes.withBorrowedBytes { whole.update($0) }
    var split = SHA256Hasher()
    bytes.withBorrowedBytes {
      split.update($0.extracting(0..<length))
      split.update($0.extracting(length...))
    }
    #expect(split.finish() == whole.finish())
  }

  @Test(
    "An authentication code is the one that RFC 4231 gives",
    arguments: [
      (
        [UInt8](repeating: 0x0b, count: 20), "Hi There",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        Array("Jefe".utf8), "what do ya want for nothing?",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      (
        [UInt8](repeating: 0xaa, count: 131), "Test Using Larger Than Block-Size Key - Hash Key First",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
    ])
  func authenticationCodeIsThatOfTheRFC(key: [UInt8], message: String, expected: String) {
    #expect(Hex.text(of: SHA256Hasher.authenticationCode(of: Array(message.utf8), key: key)) == expected)
  }
}
