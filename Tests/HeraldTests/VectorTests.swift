import Testing

@Suite("The collected cases")
struct VectorTests {
  @Test(
    "Every file of collected cases is there, and every case in it is read",
    arguments: [
      ("filters", 317), ("versions", 160), ("dates", 28), ("language", 20), ("ids", 10), ("messages", 81),
      ("updates", 130), ("outcomes", 16), ("flows", 14), ("urls", 10), ("ssvc", 99), ("sunstripe", 33),
      ("table", 29), ("segments", 24), ("itunes", 31), ("rules", 301),
    ])
  func everyCollectedCaseIsRead(name: String, count: Int) throws {
    let vectors = try Vector.read(name)
    #expect(vectors.count == count)
    #expect(Set(vectors.map(\.id)).count == count)
  }

  @Test("Every difference names a collected case, with another answer than its own", arguments: Differences.all)
  func everyDifferenceNamesACase(name: String, differences: [String: Difference]) throws {
    let vectors = try Vector.read(name)
    for (id, difference) in differences {
      let vector = try #require(vectors.first { id == $0.id || id.hasPrefix("\($0.id)#") }, "there is no case \(id)")
      let recommended = vector["recommended"] ?? vector["order"] ?? vector["kind"]
      #expect(recommended?.string ?? recommended?.bool.map(String.init) != difference.answer, "\(id)")
      #expect(!difference.reason.isEmpty)
    }
  }
}
