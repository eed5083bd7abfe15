import Testing

@testable import Herald

@Suite("Versions around a version")
struct SampleVersionsTests {
  @Test(
    "There is a version below, one above, and one with a lower first number, whatever the sign",
    arguments: ["1.5", "+1.5", "-1.5", "0", "0.5", "-0", "10.0", "2.0-rc", "99999999999999999999.1", "+3 (120)"])
  func versionsLieOnBothSides(text: String) throws {
    let version = try #require(AppVersion(text))
    let texts = SampleVersions.texts(around: text)
    let around = texts.compactMap { AppVersion($0) }
    #expect(around.count == texts.count)
    #expect(around.contains { $0 < version })
    #expect(around.contains { version < $0 })
    #expect(around.contains { $0.firstDifference(from: version) == 0 && $0 < version })
  }
}
