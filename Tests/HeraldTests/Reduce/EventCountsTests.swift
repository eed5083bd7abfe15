import Testing

@testable import Herald

@Suite("A count of events")
struct EventCountsTests {
  @Test(
    "is kept up to 4,294,967,295 and stays there",
    arguments: [(0, 0), (1, 1), (4_294_967_295, 4_294_967_295), (4_294_967_296, 4_294_967_295), (.max, 4_294_967_295)])
  func largest(set: Int, kept: Int) {
    var counts = EventCounts()
    counts.launches = set
    #expect(counts.launches == kept)
    #expect(counts.returns == 0)
  }
}
