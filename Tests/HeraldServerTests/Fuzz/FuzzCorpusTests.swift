import Foundation
import Testing

@Suite("Inputs that the fuzzer kept")
struct FuzzCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(
    path: "../../../Tools/fuzz/corpus")

  @Test(
    "Strangers' bytes are read alike in each way, and none of them ends the process", arguments: FuzzTarget.allCases)
  func corpus(target: FuzzTarget) throws {
    let folder = Self.folder.appending(path: target.rawValue)
    let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    #expect(!files.isEmpty)
    for file in files {
      let bytes = [UInt8](try Data(contentsOf: file))
      #expect(throws: Never.self, "\(file.lastPathComponent)") { try target.read(bytes) }
    }
  }
}
