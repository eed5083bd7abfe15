import Foundation
import HeraldTesting
import Testing

/// The corpus of field logs, read by every reader.
@Suite("Every case of the corpus")
struct CorpusTests {
  static let corpus = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Events").path

  @Test("A case of the corpus comes to what it expects with every reader", arguments: try FieldLog.all(in: corpus))
  func caseHoldsForEveryReader(_ log: FieldLog) throws {
    try log.check()
  }

  @Test(
    "A case of the corpus describes itself, and its documents are readable", arguments: try FieldLog.all(in: corpus))
  func caseDescribesItself(_ log: FieldLog) throws {
    #expect(log.situation?.isEmpty == false)
    let text = try String(decoding: Data(contentsOf: log.folder.appendingPathComponent("log.jsonl")), as: UTF8.self)
    // The one case whose point is that its document has another digest than the log says.
    if log.name == "refused/document-with-another-digest" { return }
    let documents = log.folder.appendingPathComponent("documents")
    for file in (try? FileManager.default.contentsOfDirectory(at: documents, includingPropertiesForKeys: nil)) ?? [] {
      let digest = try FieldLog.digest(of: Data(contentsOf: file))
      #expect(text.contains(digest), "\(file.lastPathComponent) is not a document of the log")
    }
  }
}
