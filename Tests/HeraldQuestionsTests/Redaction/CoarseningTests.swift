import Herald
import Testing

@testable import HeraldQuestions

@Suite("Coarser values")
struct CoarseningTests {
  @Test(
    "A coarsened property says less, and nothing where its value is not understood",
    arguments: [
      ("appVersionName", "major", "17.4.1", "17"), ("appVersionName", "major", "-1.2", "-1"),
      ("appVersionName", "major", "2.0-zoe.1+zoe", "2"), ("appVersionName", "major", "zoe-2.0", nil),
      ("appVersionName", "minor", "17.4.1", "17.4"), ("appVersionName", "minor", " 17 ", "17"),
      ("deviceOsVersion", "major", "+14", "14"), ("deviceOsVersion", "minor", "", nil),
      ("appVersionCode", "thousands", "20417", "20000"), ("appVersionCode", "thousands", "417", "0"),
      ("appVersionCode", "thousands", "99999999999999999999417", "99999999999999999999000"),
      ("appVersionCode", "thousands", "20zoe", nil), ("appVersionCode", "thousands", "٢٠٤١٧", nil),
      ("deviceLanguage", "primary", "pt-BR", "pt"), ("deviceLanguage", "primary", "zh_Hans_CN", "zh"),
      ("deviceLanguage", "primary", "zoe the great", nil), ("deviceLanguage", "primary", "", nil),
    ])
  func coarseValueSaysLess(property: String, way: String, value: String, expected: String?) throws {
    var properties = PropertyRedaction()
    let coarsening = try #require(Coarsening.named(way, for: ExactString(property)) as Coarsening?)
    properties.coarsened[ExactString(property)] = coarsening
    #expect(properties.value(ExactString(value), of: ExactString(property))?.string == expected)
  }

  @Test("A property without a coarsening cannot be coarsened")
  func otherPropertiesCannotBeCoarsened() {
    #expect(Coarsening.named("major", for: .deviceModel) == nil)
    #expect(Coarsening.named("primary", for: .appVersionName) == nil)
    #expect(Coarsening.named("", for: .appVersionName) == nil)
  }

  @Test(
    "Redacted times are rounded down to their unit, before 1970 too",
    arguments: [
      (RoundedTime.minute, "2026-03-02T08:01:59.999Z", "2026-03-02T08:01:00.000Z"),
      (.hour, "2026-03-02T08:59:59.999Z", "2026-03-02T08:00:00.000Z"),
      (.day, "2026-03-02T23:59:59.999Z", "2026-03-02T00:00:00.000Z"),
      (.day, "1969-12-31T23:59:59.999Z", "1969-12-31T00:00:00.000Z"),
      (.day, "0001-01-01T00:00:00.001Z", "0001-01-01T00:00:00.000Z"),
    ])
  func timesAreRoundedDown(unit: RoundedTime, time: String, expected: String) throws {
    let time = try #require(DeviceTime(rfc3339: time))
    #expect(unit.cut(time.moment).description == expected)
    #expect(unit.cut(unit.cut(time.moment)) == unit.cut(time.moment))
  }
}

@Suite("Properties of a redacted log")
struct PropertyRedactionTests {
  @Test(
    "A redacted log keeps well-known properties, and the app's own on request",
    arguments: [
      ("appVersionName", .kept), ("deviceModel", .dropped), ("deviceLanguage", .coarsened("primary")),
      ("x-cohort", .kept), ("x-cohorts", .dropped), ("installed.com.example", .kept), ("installed.", .kept),
      ("installed", .dropped), ("x-mail", .dropped), ("", .dropped), ("APPVERSIONNAME", .dropped),
    ] as [(ExactString, PropertyRedaction.Fate)])
  func wellKnownPropertiesAreKept(name: ExactString, expected: PropertyRedaction.Fate) {
    var properties = PropertyRedaction()
    properties.dropped = [.deviceModel]
    properties.coarsened[.deviceLanguage] = Coarsening.named("primary", for: .deviceLanguage)
    properties.kept = ["x-cohort", "installed.*"]
    #expect(properties.fate(of: name) == expected)
  }
}
