import Herald
import HeraldTestSupport
import Testing

@Suite("Collected answers of SSVersionUpdater")
struct SunstripeVectorTests {
  @Test(
    "A collected answer of SSVersionUpdater has the kind and the buttons that its case recommends",
    arguments: try Vector.read("sunstripe"))
  func collectedSunstripeAnswerMatches(vector: Vector) throws {
    var stream = Stream()
    stream.append(.launched(["appVersionName": "1.0"]))
    let event =
      vector["response"] == nil
      ? EventData.failed()
      : .fetched(try vector.document("response"), format: "sunstripe", storeURL: "https://store.example.com/app")
    let prompt = try stream.ask(event).prompt
    let isFailure = stream.state.refused != nil || stream.state.failures > 0
    let shown = prompt.map { "\($0.kind) \($0.buttons.map(\.rawValue).sorted())" } ?? "none"
    #expect((isFailure ? "failure" : shown) == (try Self.expected(vector)))
  }

  private static func expected(_ vector: Vector) throws -> String {
    let recommended = try #require(vector["recommended"])
    let kind = try #require(recommended[name: "kind"]?.string)
    guard let buttons = recommended[name: "buttons"]?.elements.compactMap(\.string) else { return kind }
    return "\(kind) \(buttons.map { $0 == "cancel" ? "later" : $0 }.sorted())"
  }
}
