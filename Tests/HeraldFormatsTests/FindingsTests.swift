import Herald
import HeraldFormats
import Testing

@Suite("The findings of a document")
struct FindingsTests {
  @Test(
    "A document gets at most 1,000 findings, and one that says that there are more",
    arguments: [
      ("herald", #"{"packageName":"a","updates":["#), ("herald", #"{"packageName":"a","messages":["#),
      ("table", #"{"versions":[{"version":"1.0"},"#),
    ])
  func findingsAreCapped(format: ExactString, start: String) {
    let document = start + Array(repeating: "1", count: 5000).joined(separator: ",") + "]}"
    let findings = Formats.read(Document(text: document, format: format)).diagnostics
    #expect(findings.count == 1001)
    #expect(findings.last?.code.name == "moreFindings")
    #expect(findings.dropLast().allSatisfy { $0.code.name != "moreFindings" })
  }
}
