import Testing

@testable import Herald

@Suite("A count of events")
struct EventCountsTests {
  @Test(
    "An event count stops at 4,294,967,295",
    arguments: [(0, 0), (1, 1), (4_294_967_295, 4_294_967_295), (4_294_967_296, 4_294_967_295), (.max, 4_294_967_295)])
  func countStopsAtItsLargest(set: Int, kept: Int) {
    var counts = EventCounts()
    counts.stored.launches = set
    #expect(counts.launches == kept)
    #expect(counts.returns == 0)
  }
}
