import Testing

@testable import Herald

@Suite("The test of the filters")
struct FiltersTests {
  private func rule(_ filters: [(ExactString, String)]) -> Rule {
    .make(filters: filters.map { Filter(property: $0.0, text: $0.1) })
  }

  @Test(
    "The filters test passes where all filters match",
    arguments: [
      ([], true), ([("a", "1")], true), ([("a", "1"), ("b", "x*")], true), ([("a", "1"), ("b", "y")], false),
      ([("a", "2"), ("b", "x*")], false), ([("c", "")], true), ([("c", "''")], true), ([("c", "*")], true),
      ([("c", "!1")], true), ([("c", "1")], false), ([("A", "1")], false), ([("é", "1")], true),
      ([("e\u{301}", "1")], false), ([("a", ">0, !2")], true),
    ] as [([(ExactString, String)], Bool)])
  func everyFilterMustMatch(filters: [(ExactString, String)], expected: Bool) {
    #expect(Trial(properties: ["a": "1", "b": "XY", "é": "1"]).passes(.filters, rule(filters)) == expected)
  }

  @Test("The filters test explains every filter, with the deciding part and its place in the document")
  func everyFilterIsExplained() throws {
    let filters = rule([("a/b", "!1, 2*"), ("c", "x")])
    let comparisons = try Trial(properties: ["a/b": "1"]).comparisons(.filters, filters)
    #expect(
      comparisons == [
        Comparison(
          "a/b", found: "1", wanted: "!1, 2*", passed: false, decidedBy: "!1", key: "/filters/a~1b", basis: .launch),
        Comparison("c", found: nil, wanted: "x", passed: false, key: "/filters/c", basis: .launch),
      ])
  }

  @Test(
    "A filter whose property the device lacks names the similar property that it sends",
    arguments: [
      (["role": "staff"], "role", "staff"), (["X-Role": "a"], "X-Role", "a"), (["x-role": "a"], nil, nil),
      (["tier": "a"], nil, nil),
    ] as [([String: String], ExactString?, ExactString?)])
  func similarProperty(properties: [String: String], name: ExactString?, value: ExactString?) throws {
    let rule = rule([("x-role", "staff")])
    let comparison = try #require(Trial(properties: properties).comparisons(.filters, rule).first)
    #expect(comparison.near?.property == name)
    #expect(comparison.near?.value == value)
    #expect(FiltersTest.failure(comparison, of: rule).contains("; the device sends `") == (name != nil))
  }

  @Test(
    "The filters test writes a property's name as a JSON pointer does",
    arguments: [("a/b", "a~1b"), ("~1", "~01"), ("é", "é"), ("", "")])
  func filterNameIsAJSONPointer(name: String, token: String) {
    #expect(JSONPointer.token(name) == token)
  }
}
