import Herald
import Testing

@Suite("Collected filters")
struct FilterVectorTests {
  @Test("A collected filter matches a value as its case says", arguments: try Vector.read("filters"))
  func collectedFilterMatchesAsTheCaseSays(vector: Vector) throws {
    let recommended = vector["recommended"]?.bool.map(String.init)
    let expected = try #require(Differences.filters[vector.id]?.answer ?? recommended)
    // A filter that is `null` is absent, and a rule without filters matches everything.
    let filter = vector["rule"].flatMap(\.string).map { Filter(property: "property", text: $0) }
    let value = PropertyValue(vector["value"]?.string.map { ExactString($0) })
    #expect(String(filter?.verdict(on: value).matches ?? true) == expected)
  }
}
