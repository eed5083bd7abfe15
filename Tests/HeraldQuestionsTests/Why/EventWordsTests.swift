import Herald
import HeraldQuestions
import HeraldTestSupport
import Testing

@Suite("Events in words")
struct EventWordsTests {
  @Test("A stray answer says that it was ignored, whatever type of event brings it", arguments: Seeds.all)
  func straysSayThatTheyWereIgnored(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for type in EventType.allCases {
      let data = EventData.random(type, &random)
      guard data.answer != nil else { continue }
      let time = DeviceTime(moment: Timestamp(milliseconds: 0))
      let event = Event(
        id: "e", source: "/i", type: ExactString(type.rawValue), time: time, revision: 1, data: data)
      let before = InstallationState()
      var after = before
      after.apply(event.fact)
      #expect(EventWords(event, from: before, to: after).detail.contains("ignored: it answers the prompt"), "\(type)")
    }
  }
}
