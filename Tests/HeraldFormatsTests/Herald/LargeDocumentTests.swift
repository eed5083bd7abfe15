import Herald
import HeraldFormats
import Testing

@Suite("A document near the limit of its size", .timeLimit(.minutes(30)))
struct LargeDocumentTests {
  private static func document(_ root: String, messages: String) -> String {
    #"{"packageName":"a","revision":1,\#(root),"messages":[\#(messages)]}"#
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> String {
    (0..<count).map(element).joined(separator: ",")
  }

  private static let texts = #""descriptions":{"*":"x"}"#
  private static let threeNames = #"{"s1":{},"s2":{},"beta":{}}"#

  /// What a device sees under a document.
  private func decision(on text: String) -> DecisionReason {
    var state = InstallationState()
    let now = DeviceTime(moment: Timestamp(milliseconds: 1_772_438_400_000))
    let document = Document(text: text, format: "herald")
    let fetch = FetchSucceeded(
      trigger: .launch, url: "https://example.com", format: "herald", digest: document.digest,
      reading: Formats.read(document).reading)
    state.apply(
      Fact(
        revision: 1, time: now,
        data: .appLaunched(AppLaunched(profile: Profile([(name: "appPackageName", value: "a")]), user: nil))))
    state.apply(Fact(revision: 2, time: now, data: .fetchSucceeded(fetch)))
    return Explanation(Question(trigger: .launch, now: now, source: "/i/1"), in: state).decision.reason
  }

  @Test("A rule may name thousands of segments that are not there, among thousands that are")
  func unknownNamesAreFoundSoon() {
    let segments = Self.list(10_000) { #""s\#($0)":{}"# }
    let names = Self.list(20_000) { "\"u\($0)\"" }
    let text = Self.document(
      "\"segments\":{\(segments)}", messages: #"{"id":1,\#(Self.texts),"inSegments":[\#(names)]}"#)
    #expect(text.utf8.count <= Document.sizeLimit)
    let found = read(text)
    #expect(found.leftOut == 1)
    #expect(found.codes.count == 1001)
    #expect(Lint.findings(in: Document(text: text, format: "herald"), at: nil).count > 1000)
  }

  @Test("Thousands of rules may each name a segment that is not there")
  func unknownNamesOfManyRulesAreFoundSoon() throws {
    let segments = Self.list(500) { #""segment\#($0)":{}"# }
    let rules = Self.list(3000) { _ in #"{\#(Self.texts),"inSegments":["segmnt7"]}"# }
    let found = read(Self.document("\"segments\":{\(segments)}", messages: rules))
    #expect(found.leftOut == 3000)
    #expect(found.diagnostics.first?.fix == "did you mean `segment7`?")
  }

  @Test("A rule may name one segment with thousands of filters thousands of times")
  func oneSegmentNamedOftenIsReadOnce() throws {
    let filters = Self.list(10_000) { #""x-\#($0)":"!x""# }
    let names = Self.list(50_000) { _ in "\"a\"" }
    let text = Self.document(
      #""segments":{"a":{\#(filters)}}"#,
      messages: #"{"id":1,\#(Self.texts),"inSegments":[\#(names)],"notInSegments":[\#(names)]}"#)
    #expect(text.utf8.count <= Document.sizeLimit)
    #expect(try read(text).policy().rules.first?.pacing.segments.count == 2)
    #expect(decision(on: text) == .noRule)
    #expect(!Lint.findings(in: Document(text: text, format: "herald"), at: nil).contains { $0.severity == .error })
  }

  @Test("Thousands of rules may name one segment with thousands of filters")
  func oneSegmentOfManyRulesIsMatchedOnce() throws {
    let filters = Self.list(8000) { #""x-\#($0)":"!x""# }
    let rules = Self.list(1500) { #"{"id":\#($0 + 1),\#(Self.texts),"notInSegments":["a"],"inSegments":["b"]}"# }
    let text = Self.document(#""segments":{"a":{\#(filters)},"b":{\#(filters)}}"#, messages: rules)
    #expect(text.utf8.count <= Document.sizeLimit)
    #expect(decision(on: text) == .noRule)
    #expect(!Lint.findings(in: Document(text: text, format: "herald"), at: nil).contains { $0.severity == .error })
  }

  @Test("The first thousand of many unknown keys in a part of a rule are mentioned")
  func unknownKeysOfPartsAreMentionedSoon() {
    let keys = Self.list(20_000) { "\"k\($0)\":1" }
    let text = Self.document(
      #""holdout":{"id":"h","percent":1,\#(keys)}"#, messages: #"{"id":1,\#(Self.texts)}"#)
    #expect(read(text).codes.count == 1001)
  }

  @Test("A name that stands twice in a list counts once")
  func repeatedNamesCountOnce() throws {
    let text = Self.document(
      #""segments":{"a":{},"b":{}},"groups":{"g":{}}"#,
      messages: #"{"id":1,\#(Self.texts),"inSegments":["b","a","b"],"groups":["g","g"]}"#)
    let rule = try #require(try read(text).policy().rules.first)
    #expect(rule.pacing.segments.map(\.segment.name) == ["b", "a"])
    #expect(rule.pacing.groups == ["g"])
  }

  @Test("The first unknown name of a list gets the known one that was probably meant, each further one none")
  func firstUnknownNameGetsASuggestion() {
    let text = Self.document(
      "\"segments\":\(Self.threeNames)", messages: #"{"id":1,\#(Self.texts),"inSegments":["bta","btea","bta"]}"#)
    let found = read(text).diagnostics
    #expect(found.map(\.place?.pointer) == ["/messages/0/inSegments/0", "/messages/0/inSegments/1"])
    #expect(
      found.map(\.fix) == [
        "did you mean `beta`?", "add it to `segments`, or take it out of `inSegments`",
      ])
  }
}
