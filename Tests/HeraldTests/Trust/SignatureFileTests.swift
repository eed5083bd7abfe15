import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A signature file")
struct SignatureFileTests {
  private static let key = TestKey(1)
  private static let document = #"{"packageName":"a"}"#
  private static let text = key.file(document, "herald revision:7").string

  @Test("A signature file that Herald writes is read as what was written")
  func readsWhatItWrites() throws {
    let file = SignatureFile([Self.key.signature(of: "a", "x"), TestKey(2).signature(of: "b", "é y")])
    #expect(try SignatureFile(file.text(naming: "policy.json")) == file)
  }

  @Test(
    "A signature file is read with carriage returns, empty lines between files and without a last newline",
    arguments: [
      text.replacing("\n", with: "\r\n"), text + "\n", "\n" + text, String(text.dropLast()), text + "\n\n" + text,
    ])
  func readsOtherLineEnds(text: String) throws {
    #expect(try SignatureFile(text).signatures.first == Self.key.signature(of: Self.document, "herald revision:7"))
  }

  @Test(
    "A text that is not a signature file is refused with the line and what is wrong with it",
    arguments: [
      ("", 1, .noUntrustedComment), ("404", 1, .noUntrustedComment),
      (text.replacing("untrusted comment: ", with: "untrusted comment:"), 1, .noUntrustedComment),
      (text.replacing("\nRW", with: "\n!W"), 2, .noSignature), (lines(1), 2, .noSignature),
      (key.file(document, "x").string.replacing("\nRW", with: "\nRU"), 2, .prehashed),
      (lines(2), 3, .noTrustedComment), (lines(3), 4, .noCommentSignature),
      (text.replacing("\ntrusted comment: ", with: "\ncomment: "), 3, .noTrustedComment),
      (text + "x", 5, .noUntrustedComment), (text + text.dropLast(3), 8, .noCommentSignature),
    ] as [(String, Int, SignatureFileFault.Problem)])
  func refusesOtherTexts(text: String, line: Int, problem: SignatureFileFault.Problem) {
    // A text that a replacement did not change would be readable.
    #expect(throws: SignatureFileFault(line: line, problem: problem)) { try SignatureFile(text) }
  }

  /// The first lines of a right file.
  private static func lines(_ count: Int) -> String {
    text.split(separator: "\n").prefix(count).map { $0 + "\n" }.joined()
  }

  @Test("No change of a signature file's bytes makes reading it fail otherwise than with a fault", arguments: 0..<40)
  func mutationsNeverCrash(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    for _ in 0..<50 {
      var bytes = Array((Self.text + Self.text).utf8)
      for _ in 0...random.int(0...4) { mutate(&bytes, &random) }
      let text = String(decoding: bytes, as: UTF8.self)
      guard let file = try? SignatureFile(text) else { continue }
      #expect(try SignatureFile(file.text(naming: "x")) == file)
    }
  }

  private func mutate(_ bytes: inout [UInt8], _ random: inout SplitMix64) {
    guard !bytes.isEmpty else { return }
    let index = random.int(0...bytes.count - 1)
    switch random.int(0...3) {
    case 0: bytes[index] = UInt8(random.int(0...255))
    case 1: bytes.remove(at: index)
    case 2: bytes.insert(random.pick(Array("\n\r :=AZ/".utf8)), at: index)
    default: bytes.removeLast(bytes.count - index)
    }
  }

  @Test("A signature is one of its document, by its key, with its comment alone")
  func verifiesItsOwnDocumentAlone() {
    let signature = Self.key.signature(of: "document", "promise")
    #expect(signature.isOver("document", by: Self.key.publicKey))
    #expect(!signature.isOver("documenu", by: Self.key.publicKey))
    #expect(!signature.isOver("document", by: TestKey(2).publicKey))
    let edited = DetachedSignature(
      keyID: signature.keyID, signature: signature.signature, comment: "promised",
      commentSignature: signature.commentSignature)
    #expect(!edited.isOver("document", by: Self.key.publicKey))
  }
}
