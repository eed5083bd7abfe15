import Testing

@testable import Herald

@Suite("Lines that are not events")
struct LineFaultTests {
  /// A mistake in the envelope, with its place.
  struct Case: Sendable, CustomTestStringConvertible {
    let line: String
    let problem: WireFault.Problem
    /// The text at the place; empty for the line's start.
    let at: String
    var testDescription: String { line }
  }

  @Test("A fault in a line's envelope is named with its place", arguments: envelopes)
  func envelopeFaultIsNamed(item: Case) throws {
    let place = try #require(item.line.utf8.firstRange(of: item.at.utf8))
    let offset = item.line.utf8.distance(from: item.line.startIndex, to: place.lowerBound)
    #expect(throws: WireFault(problem: item.problem, offset: offset)) { try readLine(item.line).get() }
  }

  private static func make(_ key: String, _ value: String?, _ problem: WireFault.Problem, at: String = "") -> Case {
    let values = [
      ("specversion", #""1.0""#), ("id", #""e""#), ("source", #""/i""#), ("type", #""app.backgrounded""#),
      ("time", #""2026-03-02T08:00:00Z""#), ("revision", "1"), ("dataversion", "1"),
      ("datacontenttype", #""application/json""#), ("data", "{}"),
    ]
    let members = values.compactMap { name, usual in
      (name == key ? value : usual).map { "\"\(name)\":\($0)" }
    }
    return Case(line: "{" + members.joined(separator: ",") + "}", problem: problem, at: at)
  }

  private static let envelopes: [Case] =
    ["specversion", "id", "source", "type", "time"].map { make($0, nil, .missingAttribute($0)) }
    + ["specversion", "id", "source", "type", "time", "datacontenttype"].map {
      make($0, "70", .attributeType($0, expected: "a text", found: "a number"), at: "70")
    }
    + ["id", "source", "type"].map {
      make($0, #""""#, .emptyAttribute($0), at: emptyMark($0))
    }
    + [
      make("specversion", #""0.3""#, .unsupportedSpecVersion("0.3"), at: "0.3"),
      make("datacontenttype", #""text/xml""#, .unsupportedContentType("text/xml"), at: "text/xml"),
      make("time", #""yesterday""#, .notATime("yesterday"), at: "yesterday"),
      make("revision", "0", .revisionBelowOne("0"), at: "0,\"dataversion"),
      make("revision", "-5", .revisionBelowOne("-5"), at: "-5"),
      make("revision", "1.5", .attributeType("revision", expected: "an integer", found: "a number"), at: "1.5"),
      make("revision", "\"7\"", .attributeType("revision", expected: "an integer", found: "a text"), at: "7"),
      make(
        "revision", "9007199254740992", .attributeType("revision", expected: "an integer", found: "a number"),
        at: "9007"),
      make("dataversion", "-1", .dataVersionBelowOne("-1"), at: "-1"),
      make(
        "dataversion", "true", .attributeType("dataversion", expected: "an integer", found: "a boolean"), at: "true"),
      make("data", "[]", .attributeType("data", expected: "an object", found: "an array"), at: "[]"),
      make("data", "\"{}\"", .attributeType("data", expected: "an object", found: "a text"), at: "{}"),
    ]

  /// The text after the opening quote of an empty attribute.
  private static func emptyMark(_ name: String) -> String {
    switch name {
    case "id": "\",\"source"
    case "source": "\",\"type"
    default: "\",\"time"
    }
  }

  @Test(
    "A line that is not an object is distinguished from one that is not JSON",
    arguments: [("[]", 0), ("  7", 2), ("\"x\"", 0), ("null", 0)])
  func lineThatIsNoObjectIsDistinguished(text: String, offset: Int) {
    #expect(throws: WireFault(problem: .notAnObject, offset: offset)) { try readLine(text).get() }
  }

  @Test(
    "A line that cannot be parsed may have been cut off",
    arguments: ["", "{", #"{"id":"e"#, "[1", #"{"a":1,"a":2}"#, "{} x", #"{"id":"\ud83d"}"#, "nul"])
  func unparseableLineMayBeTorn(text: String) throws {
    let fault = try #require(throws: WireFault.self) { try readLine(text).get() }
    #expect(fault.isUnparseable)
  }

  @Test("A line that can be parsed does not count as torn", arguments: ["{}", "[]", line("prompt.shown", "{}")])
  func parseableLineWasNotCutOff(text: String) throws {
    let fault = try #require(throws: WireFault.self) { try readLine(text).get() }
    #expect(!fault.isUnparseable)
  }
}
