import Herald
import HeraldFormats
import HeraldTestSupport
import Testing

@Suite("Collected answers of SSVC")
struct SSVCVectorTests {
  private static func vectors(_ kind: String) throws -> [Vector] {
    try Vector.read("ssvc").filter { $0["kind"]?.string == kind }
  }

  @Test("A collected answer of SSVC forces, offers, or fails as its case says", arguments: try vectors("response"))
  func collectedSSVCAnswerEndsAsTheCaseSays(vector: Vector) throws {
    let installed = try #require(vector["current"]?[name: "bundleVersion"]?.string)
    var stream = Stream()
    stream.append(.launched(["appVersionCode": installed, "appVersionName": installed]))
    let fetched = try EventData.fetched(vector.document("response"), format: "ssvc", storeURL: "https://s.example.com/")
    let decision = try stream.ask(fetched)
    let isRefused = stream.state.refused != nil
    let answer = isRefused ? "failure" : decision.prompt.map { $0.kind.rawValue } ?? "nothing"
    let expected = try Differences.ssvc[vector.id]?.answer ?? Self.expected(vector)
    #expect(answer == expected)
    guard !isRefused else { return }
    #expect(try Self.findings(vector, stream) == Self.expectedFindings(vector))
  }

  /// The codes of the document's findings and of the explanation.
  private static func findings(_ vector: Vector, _ stream: Stream) throws -> Set<String> {
    let document = try Document(text: vector.document("response"), format: "ssvc", storeURL: "https://s.example.com/")
    let compared = Explanation(try stream.question(), in: stream.state).rules.flatMap(\.tests).flatMap(\.comparisons)
    let known: Set<String> = ["bundleNumberUnavailable", "invalidVersion"]
    return known.intersection(
      compared.compactMap(\.diagnostic?.name) + Formats.read(document).diagnostics.map(\.code.name))
  }

  private static func expectedFindings(_ vector: Vector) -> Set<String> {
    let names = ["bundle-number-unavailable": "bundleNumberUnavailable", "key-unparsable": "invalidVersion"]
    return Set(
      (vector["recommended"]?[name: "diagnostics"]?.elements ?? []).compactMap { $0.string.flatMap { names[$0] } })
  }

  private static func expected(_ vector: Vector) throws -> String {
    let recommended = try #require(vector["recommended"])
    guard recommended[name: "outcome"]?.string == "success" else { return "failure" }
    if recommended[name: "updateRequired"]?.bool == true { return "force" }
    return recommended[name: "updateAvailable"]?.bool == true ? "optional" : "nothing"
  }

  @Test(
    "A collected bundle version has the number that CoreFoundation gives it",
    arguments: try vectors("bundle-version-number"))
  func collectedBundleVersionHasItsNumber(vector: Vector) throws {
    let number = BundleNumber(try vector.text("bundleVersion"))
    #expect(Int(number?.value ?? 0) == vector["versionNumber"]?.integer)
    #expect((number == nil) == (vector["versionNumber"]?.integer == 0))
  }

  @Test("A check of SSVC counts whatever its answer, and only a good answer is kept", arguments: try vectors("state"))
  func onlyAGoodSSVCAnswerIsKept(vector: Vector) throws {
    guard let event = Self.event(try vector.text("event")) else {
      #expect(Differences.ssvc[vector.id]?.answer == "skipped")
      return
    }
    let later = Stream().now.later(by: 1000)
    var stream = Stream()
    stream.append(.launched([:]))
    stream.append(.fetched("{}", format: "ssvc"))
    let before = stream.state.policy?.digest
    stream.append(event, at: later)
    #expect((stream.state.lastCheck == later.moment) == vector["lastCheckUpdated"]?.bool)
    let isKept = vector["recommended"]?[name: "archived"]?.bool ?? vector["archived"]?.bool
    #expect((stream.state.policy?.digest != before) == isKept)
  }

  private static func event(_ name: String) -> EventData? {
    switch name {
    case "parse-error", "parse-error-after-earlier-success": .fetched("invalid", format: "ssvc")
    case "http-404-with-json-body": .failed()
    case "success": .fetched(#"{"SSVCLatestVersionNumber":1}"#, format: "ssvc")
    default: nil
    }
  }

  @Test(
    "Every collected case of an SSVC request is skipped, as requests are not the format's business",
    arguments: try vectors("url"))
  func requestVectorsAreSkipped(vector: Vector) { #expect(Differences.ssvc[vector.id]?.answer == "skipped") }
}
