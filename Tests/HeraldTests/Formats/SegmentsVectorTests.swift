import Herald
import HeraldTestSupport
import Testing

@Suite("Collected segments")
struct SegmentsVectorTests {
  @Test(
    "A collected answer in segments forces by its first number and suggests by its second",
    arguments: try Vector.read("segments"))
  func collectedSegmentsDecideAsTheCaseSays(vector: Vector) throws {
    var stream = Stream()
    stream.append(.launched(["appVersionName": try vector.text("current")]))
    let document = #"{"version":"\#(try vector.text("latest"))","downloadUrl":"https://store.example.com/app"}"#
    let prompt = try stream.ask(.fetched(document, format: "segments")).prompt
    let answer = stream.state.refused != nil ? "unknown" : prompt.map { $0.kind.rawValue } ?? "none"
    #expect(answer == (Differences.segments[vector.id]?.answer ?? vector["kind"]?.string))
  }
}
