import Testing

@testable import Herald

/// Data of a type that lacks a field or has a wrong one.
struct FaultyData: Sendable, CustomTestStringConvertible {
  let type: EventType
  let json: String
  let name: String
  let problem: FieldFault.Problem
  /// The text at the place; nil where it is the data itself.
  let at: String?
  var testDescription: String { "\(type.rawValue) \(json)" }

  init(_ type: EventType, _ json: String, _ name: String, _ problem: FieldFault.Problem, at: String? = nil) {
    self.type = type
    self.json = json
    self.name = name
    self.problem = problem
    self.at = at
  }
}

@Suite("Data that cannot be read")
struct FieldFaultTests {
  @Test("Data of an event names the first missing or wrong field with its place", arguments: samples)
  func firstWrongFieldIsNamed(sample: FaultyData) throws {
    let text = line(sample.type.rawValue, sample.json)
    let place = try #require(text.utf8.firstRange(of: (sample.at ?? sample.json).utf8))
    let offset = text.utf8.distance(from: text.startIndex, to: place.lowerBound)
    let field = FieldFault(name: sample.name, problem: sample.problem, offset: sample.at == nil ? nil : offset)
    #expect(throws: WireFault(problem: .field(type: sample.type, field), offset: offset)) { try readLine(text).get() }
  }

  @Test("An event without data lacks its type's first required field, or needs none", arguments: EventType.allCases)
  func missingDataLacksItsFirstField(type: EventType) {
    let read = readLine(line(type.rawValue))
    switch (type, read) {
    case (.appForegrounded, .success), (.appBackgrounded, .success): break
    case (_, .failure(let fault)):
      guard case .field(type: type, let field) = fault.problem, case .missing = field.problem else {
        Issue.record("\(fault)")
        return
      }
    default: Issue.record("read without data")
    }
  }

  private static let triggers = ["launch", "login", "schedule", "heartbeat", "manual"]
  private static let kinds = ["exit", "force", "optional", "message"]
  private static let fetch = #""trigger":"launch","url":"u","format":"f""#

  private static func wrong(_ expected: String, _ found: String) -> FieldFault.Problem {
    .wrongType(expected: expected, found: found)
  }

  private static let samples: [FaultyData] = [
    FaultyData(.appLaunched, "{}", "properties", .missing(expected: "an object of texts")),
    FaultyData(.appLaunched, #"{"properties":null}"#, "properties", .missing(expected: "an object of texts")),
    FaultyData(.appLaunched, #"{"properties":[]}"#, "properties", wrong("an object of texts", "an array"), at: "[]"),
    FaultyData(
      .appLaunched, #"{"properties":{"a":"1","b":70}}"#, "properties.b", wrong("a text", "a number"), at: "70"),
    FaultyData(.appLaunched, #"{"properties":{},"user":70}"#, "user", wrong("a text", "a number"), at: "70"),
    FaultyData(.appForegrounded, #"{"busy":"true"}"#, "busy", wrong("true or false", "a text"), at: "true"),
    FaultyData(.appForegrounded, #"{"busy":70}"#, "busy", wrong("true or false", "a number"), at: "70"),
    FaultyData(
      .fetchSucceeded, #"{"url":"u","format":"f","status":304}"#, "trigger",
      .missing(expected: "one of launch, login, schedule, heartbeat, manual")),
    FaultyData(
      .fetchSucceeded, #"{"trigger":"Launch"}"#, "trigger", .unknownWord("Launch", allowed: triggers), at: "Launch"),
    FaultyData(.fetchSucceeded, "{\(fetch)}", "status", .missing(expected: "one of 200, 304")),
    FaultyData(
      .fetchSucceeded, "{\(fetch),\"status\":404}", "status", .unknownWord("404", allowed: ["200", "304"]), at: "404"),
    FaultyData(.fetchSucceeded, "{\(fetch),\"status\":\"200\"}", "status", wrong("an integer", "a text"), at: "200"),
    FaultyData(.fetchSucceeded, "{\(fetch),\"status\":304,\"etag\":70}", "etag", wrong("a text", "a number"), at: "70"),
    FaultyData(
      .fetchSucceeded, "{\(fetch),\"status\":304,\"user\":true}", "user", wrong("a text or null", "a boolean"),
      at: "true"),
    FaultyData(
      .fetchSucceeded, "{\(fetch),\"status\":200}", "digest",
      .missing(expected: "`sha256:` and 64 lower-case hex digits")),
    FaultyData(
      .fetchSucceeded, "{\(fetch),\"status\":200,\"digest\":\"sha256:0A\"}", "digest", .malformedDigest("sha256:0A"),
      at: "sha256"),
    FaultyData(.fetchFailed, #"{"trigger":"launch","url":"u"}"#, "reason", .missing(expected: "a text")),
    FaultyData(
      .fetchFailed, #"{"trigger":"launch","url":"u","reason":"http","status":40.4}"#, "status",
      wrong("an integer", "a number"), at: "40.4"),
    FaultyData(
      .fetchFailed, #"{"trigger":"operation"}"#, "trigger", .unknownWord("operation", allowed: triggers),
      at: "operation"),
    FaultyData(.promptShown, #"{"rule":"r","kind":"exit"}"#, "prompt", .missing(expected: "a text")),
    FaultyData(.promptShown, #"{"prompt":"p","rule":70,"kind":"exit"}"#, "rule", wrong("a text", "a number"), at: "70"),
    FaultyData(
      .promptShown, #"{"prompt":"p","rule":"r","kind":"banner"}"#, "kind", .unknownWord("banner", allowed: kinds),
      at: "banner"),
    FaultyData(
      .promptShown, #"{"prompt":"p","rule":"r","kind":"exit","language":{}}"#, "language", wrong("a text", "an object"),
      at: "{}"),
    FaultyData(.buttonChosen, #"{"prompt":"p"}"#, "button", .missing(expected: "a text")),
    FaultyData(.pushReceived, #"{"url":"u"}"#, "kind", .missing(expected: "a text")),
    FaultyData(
      .pushReceived, #"{"kind":"k","targetVersion":2.5}"#, "targetVersion", wrong("a text", "a number"), at: "2.5"),
    FaultyData(.operationAttempted, #"{"operation":null}"#, "operation", .missing(expected: "a text")),
  ]
}
