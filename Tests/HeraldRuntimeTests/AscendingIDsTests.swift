import Foundation
import Herald
import Testing

@testable import HeraldInbox

@Suite("Ids that ascend")
struct AscendingIDsTests {
  /// Always the same number: the largest that can be drawn, or the smallest.
  private struct Stuck: RandomNumberGenerator {
    let number: UInt64
    func next() -> UInt64 { number }
  }

  private func ids(at times: [Int64], _ random: some RandomNumberGenerator) -> [String] {
    var (ids, random) = (AscendingIDs(), random)
    return times.map { ids.next(at: Timestamp(milliseconds: $0), random: &random) }
  }

  private static let clocks: [[Int64]] = [
    Array(repeating: 1_772_438_400_123, count: 3000),
    Array(1_772_438_400_000..<1_772_438_401_000),
    // Set back by two days, to before 1970 and on again.
    (0..<900).map { 1_772_438_400_000 + Int64($0 % 7) * -172_800_000 },
    [1_772_438_400_000, -5, 0, 1_772_438_400_000, 1_772_438_400_001],
  ]

  @Test("Ascending ids each exceed the one before, whatever the clock does", arguments: clocks)
  func idsAscendWhateverTheClock(times: [Int64]) {
    for random in [Stuck(number: .max), Stuck(number: 0)] {
      let ids = ids(at: times, random)
      for (id, next) in zip(ids, ids.dropFirst()) { #expect(id < next) }
    }
    let ids = ids(at: times, SystemRandomNumberGenerator())
    for (id, next) in zip(ids, ids.dropFirst()) { #expect(id < next) }
  }

  @Test("Ascending ids are UUIDs of version 7, in lower case", arguments: clocks)
  func idsAreUUIDsOfVersion7(times: [Int64]) {
    for id in ids(at: times, SystemRandomNumberGenerator()) {
      #expect(id.wholeMatch(of: /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/) != nil, "\(id)")
    }
  }

  @Test(
    "Ascending ids begin with the time, of 1970 at the earliest",
    // The first is the example of RFC 9562, appendix A.6.
    arguments: [(1_645_557_742_000, "017f22e2-79b0-7"), (0, "00000000-0000-7"), (-1, "00000000-0000-7")])
  func idsBeginWithTheTime(milliseconds: Int64, start: String) {
    #expect(ids(at: [milliseconds], SystemRandomNumberGenerator())[0].hasPrefix(start))
  }

  @Test("Ascending ids of two makers differ, though made in the same millisecond")
  func makersOfIDsDiffer() {
    let times = Array(repeating: Int64(1_772_438_400_123), count: 100)
    let (one, other) = (ids(at: times, SystemRandomNumberGenerator()), ids(at: times, SystemRandomNumberGenerator()))
    #expect(Set(one + other).count == 200)
  }

  @Test("An installation names its events with ascending ids")
  func installationUsesAscendingIDs() {
    let ids = (0..<100).map { _ in DeviceEnvironment.live.newID() }
    for (id, next) in zip(ids, ids.dropFirst()) { #expect(id < next) }
  }
}
