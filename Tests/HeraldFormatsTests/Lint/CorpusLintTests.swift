import Foundation
import Herald
import HeraldFormats
import Testing

/// Lint over every document of the corpus. Findings of any document have the same form.
@Suite("Lint over the corpus")
struct CorpusLintTests {
  static let documents: [URL] = {
    let root = URL(filePath: #filePath).appending(path: "../../../../Events").standardized
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.compactMap { $0 as? URL } ?? []).filter {
      $0.pathExtension == "json" && $0.deletingLastPathComponent().lastPathComponent == "documents"
        && $0.lastPathComponent != "case.json"
    }
  }()

  @Test("The corpus has over 100 documents to lint") func corpusHasDocuments() { #expect(Self.documents.count > 100) }

  @Test(
    "Every lint finding in the corpus is a sentence, with a reason, a fix and a place in the document",
    arguments: documents)
  func corpusFindingsKeepTheirForm(_ file: URL) throws {
    let text = try #require(String(data: Data(contentsOf: file), encoding: .utf8))
    let lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    for finding in LintTests.findings(in: text) {
      let sentence = "\(finding.code): \(finding.what) \(finding.why) \(finding.fix)"
      #expect(finding.what.hasSuffix("."), "\(sentence)")
      #expect(!finding.why.isEmpty, "\(sentence)")
      #expect(!finding.why.hasSuffix("."), "\(sentence)")
      #expect(!finding.fix.isEmpty, "\(sentence)")
      #expect(!finding.fix.hasSuffix("."), "\(sentence)")
      guard let place = finding.place else {
        #expect(finding.code.name == "tooLarge", "\(sentence)")
        continue
      }
      #expect(lines.indices.contains(place.line - 1), "\(sentence)")
      #expect(place.column <= Substring(lines[place.line - 1]).unicodeScalars.count + 1, "\(sentence)")
    }
  }
}
