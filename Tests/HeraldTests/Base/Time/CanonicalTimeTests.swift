import Testing

@testable import Herald

@Suite("A time read eight bytes at a time")
struct CanonicalTimeTests {
  private func both(_ text: [UInt8]) -> (canonical: DeviceTime?, other: DeviceTime?) {
    text.withBorrowedBytes { (DeviceTime(canonicalRFC3339: $0), DeviceTime(anyRFC3339: $0)) }
  }

  /// Times at the edges of the calendar, the clock and the zones.
  private static let seeds = [
    "2026-03-02T08:00:00.000Z", "2026-03-02T08:00:00.123+05:45", "0001-01-01T00:00:00.000Z", "9999-12-31T23:59:60.999Z",
    "2024-02-29T23:59:59.999-23:59", "2023-02-29T00:00:00.000Z", "2026-12-31T00:00:00.000+23:59",
  ]

  @Test("A time that is read eight bytes at a time is the one that is read byte by byte", arguments: seeds)
  func fastPathAgreesWithTheSlowOne(text: String) {
    let (canonical, other) = both(Array(text.utf8))
    #expect(canonical == other)
  }

  @Test("A time in its canonical form is read eight bytes at a time")
  func canonicalFormTakesTheFastPath() {
    #expect(both(Array("2026-03-02T08:00:00.123+05:45".utf8)).canonical?.offsetMinutes == 345)
    #expect(both(Array("2026-03-02T08:00:00.123Z".utf8)).canonical?.moment.milliseconds == 1_772_438_400_123)
  }

  @Test("A time with any byte replaced is never read differently eight bytes at a time", arguments: seeds)
  func mutatedTimeNeverDisagrees(text: String) {
    var disagreements: [String] = []
    for index in 0..<text.utf8.count {
      for byte in UInt8.min...UInt8.max {
        var bytes = Array(text.utf8)
        bytes[index] = byte
        let (canonical, other) = both(bytes)
        if canonical != nil, canonical != other { disagreements.append("byte \(index) is \(byte)") }
      }
    }
    #expect(disagreements == [])
  }

  @Test("A truncated time is never read differently eight bytes at a time")
  func truncatedTimeNeverDisagrees() {
    let text = Array("2026-03-02T08:00:00.123+05:45".utf8)
    for count in 0...text.count {
      let (canonical, other) = both(Array(text[..<count]))
      #expect(canonical == (count == text.count ? other : nil))
    }
  }
}
