import Testing

@testable import Herald

@Suite("The versions under review")
struct ReviewedVersionsTests {
  private func contains(_ reviewed: ReviewedVersions, _ installed: String?) -> Bool {
    reviewed.contains(PropertyValue(installed.map { ExactString($0) }))
  }

  @Test("Versions under review can be all, installed or unknown", arguments: ["1.0", "one", "", nil] as [String?])
  func everyVersionCanBeReviewed(installed: String?) { #expect(contains(.all, installed)) }

  @Test(
    "Versions under review can be a list, compared as versions",
    arguments: [
      ("2.2", true), ("02.2.0", true), ("3", true), ("2.3", false), ("2.2-b", false), ("", false), (nil, false),
    ]
      as [(String?, Bool)])
  func listedVersionsAreReviewed(installed: String?, expected: Bool) throws {
    let versions = try ["2.2", "3.0"].map { try #require(PublishedVersion($0)) }
    #expect(contains(.equal(to: versions), installed) == expected)
    #expect(!contains(.equal(to: []), installed))
  }

  @Test(
    "Versions under review can be those that a filter matches",
    arguments: [("2.2", "2.2", true), ("2.2", "2.2.0", false), ("", "2.2", false), (",", "", false), ("''", nil, true)]
      as [(String, String?, Bool)])
  func filteredVersionsAreReviewed(text: String, installed: String?, expected: Bool) {
    #expect(contains(.matching(Filter(property: .appVersionName, text: text)), installed) == expected)
  }
}
