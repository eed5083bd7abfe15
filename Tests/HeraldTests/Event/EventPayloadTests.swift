import HeraldTestSupport
import Testing

@testable import Herald

@Suite("The payload of an event type")
struct EventPayloadTests {
  @Test("No two event types share a number of the packed form")
  func codes() {
    #expect(Set(EventType.allCases.map(\.code)).count == EventType.allCases.count)
  }

  @Test("An event type is found by its number of the packed form", arguments: EventType.allCases)
  func code(type: EventType) {
    #expect(EventType(code: type.code) == type)
  }

  @Test("A payload names the type that reads it", arguments: EventType.allCases)
  func type(type: EventType) {
    #expect(type.traits.payload.type == type)
  }

  @Test("Data of an event type says that it is of the type", arguments: EventType.allCases)
  func data(type: EventType) {
    var random = SplitMix64(seed: 7)
    #expect(EventData.random(type, &random).type == type)
  }

  @Test("Redacting with a redactor that changes nothing gives the same line", arguments: EventType.allCases)
  func unchanged(type: EventType) {
    var random = SplitMix64(seed: 11)
    var redactor = UnchangingRedactor()
    for _ in 0..<50 {
      let data = EventData.random(type, &random)
      // A failed fetch's status outside HTTP's range is left out.
      if case .fetchFailed(let fetch) = data, let status = fetch.status, !(100...599).contains(status) { continue }
      var (before, after) = (JSONWriter(), JSONWriter())
      before.data(of: data)
      after.data(of: data.redacted(of: "source", by: &redactor))
      #expect(after.string == before.string)
    }
  }

  @Test(
    "Only a launch brings properties, and only a fetch a document: the code names these types",
    arguments: EventType.allCases)
  func bringers(type: EventType) {
    #expect(type.fieldNames.contains("properties") == (type == .appLaunched))
    #expect(type.fieldNames.contains("document") == (type == .fetchSucceeded))
  }

  @Test("Only fetches are checks, and a check's trigger is one of a fetch", arguments: EventType.allCases)
  func checks(type: EventType) {
    #expect(EventType.checks.contains(type) == type.fieldNames.contains("trigger"))
  }

  @Test("A field is found under the name that its JSON has")
  func field() {
    let fields = EventFields(
      .promptShown(PromptShown(prompt: "p1", rule: "update:7", kind: .optional, language: nil)))
    #expect(fields["rule"]?.text == "update:7")
    #expect(fields["language"] == nil)
    #expect(fields["operation"] == nil)
  }
}

private struct UnchangingRedactor: FieldRedactor {
  func text(_ text: ExactString, _ privacy: FieldPrivacy, of source: ExactString) -> ExactString? { text }
  func profile(_ profile: Profile) -> Profile { profile }
  func time(_ time: Timestamp) -> Timestamp { time }
}
