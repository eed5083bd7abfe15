import Herald
import HeraldTestSupport
import Testing

@Suite("Collected lookups in the App Store")
struct ITunesVectorTests {
  private static func vectors(_ kind: String) throws -> [Vector] {
    try Vector.read("itunes").filter { $0["kind"]?.string == kind }
  }

  private static func stream(_ installed: String) -> Stream {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "com.example.app", "appVersionName": installed]))
    return stream
  }

  private static func lookup(_ version: String) -> EventData {
    .fetched(#"{"resultCount":1,"results":[{"version":"\#(version)","trackId":123}]}"#, format: "itunes")
  }

  /// Whether an update is offered, or `unknown` where the document is refused.
  private static func answer(_ stream: Stream) throws -> String {
    if stream.state.refused != nil { return "unknown" }
    return try stream.decision().prompt == nil ? "false" : "true"
  }

  private static func words(_ recommended: JSONNode?) -> String { recommended?.bool.map(String.init) ?? "unknown" }

  @Test(
    "A collected App Store version compares with the installed one as its case recommends",
    arguments: try vectors("version"))
  func storeVersionComparesAsTheCaseSays(vector: Vector) throws {
    var stream = Self.stream(try vector.text("current"))
    stream.append(Self.lookup(try vector.text("store")))
    let expected = Differences.itunes[vector.id]?.answer ?? Self.words(vector["recommended"])
    #expect(try Self.answer(stream) == expected)
  }

  @Test(
    "A collected App Store lookup offers, or is refused, and never counts as up to date",
    arguments: try vectors("lookup"))
  func collectedLookupEndsAsTheCaseSays(vector: Vector) throws {
    var stream = Self.stream(try vector.text("current"))
    stream.append(.fetched(try vector.document("body"), format: "itunes"))
    #expect(try Self.answer(stream) == Self.words(vector["recommended"]?[name: "available"]))
  }

  @Test("A collected App Store lookup that lags behind is ignored", arguments: try vectors("staleness"))
  func staleLookupIsIgnored(vector: Vector) throws {
    #expect(try vector.text("what") == "lookup returns 1.1.0, last good answer was 1.2.0")
    var stream = Self.stream("1.0.0")
    stream.append(Self.lookup("1.2.0"))
    let kept = stream.state.policy?.digest
    stream.append(Self.lookup("1.1.0"))
    #expect(stream.state.refused?.reason == .rollback)
    #expect(stream.state.policy?.digest == kept)
  }

  @Test(
    "A collected App Store lookup has the link and the buttons that its case recommends",
    arguments: try vectors("url") + vectors("dialog"))
  func collectedLookupsPromptMatches(vector: Vector) throws {
    guard Differences.itunes[vector.id]?.answer != "skipped" else { return }
    var stream = Self.stream("1.0.0")
    let prompt = try #require(try stream.ask(Self.lookup("2.0.0")).prompt)
    if let buttons = vector["recommended"]?[name: "buttons"]?.elements.compactMap(\.string) {
      #expect(prompt.buttons.map(\.rawValue).sorted() == buttons.sorted())
    } else {
      #expect(prompt.destination?.string == vector["recommended"]?.string)
    }
  }
}
