import Herald
import Testing

@Suite("Collected segments")
struct SegmentsVectorTests {
  @Test("the first number forces and the second suggests", arguments: try Vector.read("segments"))
  func answer(vector: Vector) throws {
    var stream = Stream()
    stream.append(.launched(["appVersionName": try vector.text("current")]))
    let document = #"{"version":"\#(try vector.text("latest"))","downloadUrl":"https://store.example.com/app"}"#
    let prompt = try stream.ask(.fetched(document, format: "segments")).prompt
    let answer = stream.state.refused != nil ? "unknown" : prompt.map { $0.kind.rawValue } ?? "none"
    #expect(answer == (Differences.segments[vector.id]?.answer ?? vector["kind"]?.string))
  }
}
