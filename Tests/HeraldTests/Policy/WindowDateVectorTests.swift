import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Collected dates")
struct WindowDateVectorTests {
  @Test("A collected window opens at the moment that its case says", arguments: try Vector.read("dates"))
  func collectedWindowOpensAsTheCaseSays(vector: Vector) throws {
    let date = WindowDate(try vector.text("text"))
    guard let expected = Differences.dates[vector.id]?.answer ?? vector["recommended"]?.string else {
      #expect(date == nil)
      return
    }
    let opened = try #require(date)
    let zone = try vector.text("deviceTimeZone")
    let moment = try time(expected).moment
    #expect(opened.distance(to: try DeviceTime.at(moment, zone: zone)) >= 0)
    let before = Timestamp(milliseconds: moment.milliseconds - 1)
    #expect(opened.distance(to: try DeviceTime.at(before, zone: zone)) < 0)
  }
}
