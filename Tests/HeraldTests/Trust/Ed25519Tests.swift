import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Ed25519")
struct Ed25519Tests {
  struct Vector: Sendable {
    let seed: String
    let key: String
    let message: String
    let signature: String
  }

  /// RFC 8032, section 7.1, tests 1 to 3.
  static let vectors = [
    Vector(
      seed: "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
      key: "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", message: "",
      signature: "e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd2"
        + "5bf5f0595bbe24655141438e7a100b"),
    Vector(
      seed: "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb",
      key: "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c", message: "72",
      signature: "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c38"
        + "7b2eaeb4302aeeb00d291612bb0c00"),
    Vector(
      seed: "c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7",
      key: "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025", message: "af82",
      signature: "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a"
        + "7c15e9716ed28dc027beceea1ec40a"),
  ]

  private func bytes(_ hex: String) -> [UInt8] {
    let digits = Array(hex.utf8).compactMap(Hex.value)
    return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
  }

  @Test("A secret key has the public key of RFC 8032", arguments: vectors)
  func hasThePublicKey(vector: Vector) {
    #expect(Ed25519.publicKey(ofSeed: bytes(vector.seed)) == bytes(vector.key))
  }

  @Test("A signature of RFC 8032 verifies, and none of another message", arguments: vectors)
  func verifies(vector: Vector) {
    let (key, signature) = (bytes(vector.key), bytes(vector.signature))
    #expect(bytes(vector.message).withBorrowedBytes { Ed25519.verifies(signature, of: $0, by: key) })
    #expect(![UInt8](repeating: 0, count: 3).withBorrowedBytes { Ed25519.verifies(signature, of: $0, by: key) })
  }

  #if !canImport(CryptoKit)
    // CryptoKit adds random bytes to each signature.
    @Test("Signing a message of RFC 8032 gives its signature", arguments: vectors)
    func signs(vector: Vector) {
      #expect(Ed25519.signature(of: bytes(vector.message), seed: bytes(vector.seed)) == bytes(vector.signature))
    }
  #endif

  @Test(
    "Keys, seeds and signatures of another length verify nothing and sign nothing", arguments: [0, 1, 31, 33, 63, 65])
  func refusesOtherLengths(count: Int) {
    let bytes = [UInt8](repeating: 1, count: count)
    #expect(!bytes.withBorrowedBytes { Ed25519.verifies(bytes, of: $0, by: TestKey(1).publicKey.bytes) })
    #expect(!bytes.withBorrowedBytes { Ed25519.verifies([UInt8](repeating: 0, count: 64), of: $0, by: bytes) })
    #expect(Ed25519.signature(of: [], seed: bytes) == nil)
    #expect(Ed25519.publicKey(ofSeed: bytes) == nil)
  }
}
