import Testing

@testable import Herald

@Suite("Base64")
struct Base64Tests {
  @Test(
    "Bytes have the base64 of RFC 4648",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
      ("foobar", "Zm9vYmFy"),
    ])
  func writesAndReads(plain: String, encoded: String) {
    #expect(Base64.text(of: plain.utf8) == encoded)
    #expect(Base64.bytes(of: encoded.utf8) == Array(plain.utf8))
  }

  @Test("Every byte comes back")
  func roundTrip() {
    let bytes = (0...255).map { UInt8($0) }
    #expect(Base64.bytes(of: Base64.text(of: bytes).utf8) == bytes)
  }

  @Test(
    "A text that no bytes are written as is refused",
    arguments: ["Z", "Zg", "Zg=", "Zg===", "====", "Zh==", "Zm9=", "Zm9v\n", "Zm 9", "Zm-_", "=Zm9", "é==="])
  func refusesOtherTexts(text: String) { #expect(Base64.bytes(of: text.utf8) == nil) }
}
