import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Collected tables and login answers")
struct TableVectorTests {
  private static func vectors(_ kind: String) throws -> [Vector] {
    try Vector.read("table").filter { $0["kind"]?.string == kind }
  }

  @Test("A collected table tells the installed version what its case expects", arguments: try vectors("table"))
  func collectedTableEndsAsTheCaseSays(vector: Vector) throws {
    let document = #"{"versions":\#(try vector.document("table"))}"#
    var stream = Stream()
    stream.append(.launched(["appVersionName": try vector.text("version")]))
    let decision = try stream.ask(.fetched(document, format: "table"))
    #expect(stream.state.refused == nil)
    let expected = try #require(vector["expected"])
    #expect(decision.prompt.map { $0.kind.rawValue } ?? "none" == expected[name: "kind"]?.string)
    #expect(decision.prompt?.destination?.string == expected[name: "downloadUrl"]?.string)
    #expect((decision.reason == .underReview) == (expected[name: "review"]?.bool ?? false))
    let finding = (expected[name: "diagnostic"] ?? vector["diagnostic"])?.string.flatMap { Self.findings[$0] }
    #expect(
      Formats.read(Document(text: document, format: "table")).diagnostics.map(\.code.name)
        == [finding].compactMap(\.self))
  }

  /// Findings about a document; a version without a row is not one.
  private static let findings = ["no-url": "noUrl", "force-without-update": "contradiction"]

  @Test("A collected table's newest version never decreases", arguments: try vectors("monotonic"))
  func collectedNewestVersionNeverDecreases(vector: Vector) throws {
    var stream = Stream()
    stream.append(.launched(["appVersionName": "1.0"]))
    for name in ["previousLatest", "newLatest"] {
      stream.append(.fetched(#"{"versions":[{"version":"\#(try vector.text(name))"}]}"#, format: "table"))
    }
    #expect((stream.state.refused?.reason != .rollback) == vector["accepted"]?.bool)
  }

  @Test("A collected login answer shows what its case recommends", arguments: try vectors("login-response"))
  func collectedLoginAnswerMatches(vector: Vector) throws {
    var stream = Stream()
    stream.append(.launched(["appVersionName": "1.0"]))
    let prompt = try stream.ask(.fetched(vector.document("body"), format: "login", trigger: .login)).prompt
    let recommended = try #require(vector["recommended"])
    #expect((prompt != nil) == recommended[name: "prompts"]?.bool)
    guard let prompt else { return }
    #expect(prompt.kind.rawValue == recommended[name: "state"]?.string)
    #expect(prompt.destination?.string == recommended[name: "url"]?.string)
  }

  @Test(
    "Every collected case of another resource under review is skipped, as the app chooses it",
    arguments: try vectors("review-selects-value"))
  func reviewValueVectorsAreSkipped(vector: Vector) { #expect(Differences.table[vector.id]?.answer == "skipped") }
}
