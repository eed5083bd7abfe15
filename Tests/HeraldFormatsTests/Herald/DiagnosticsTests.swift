import Herald
import Testing

@Suite("What reading finds on the way")
struct DiagnosticsTests {
  @Test("A trailing comma is a warning at its place, and the document is read")
  func trailingCommaIsAWarning() throws {
    let text = #"""
      {"packageName":"a",
      "updates":[{"descriptions":{"é":"t" , },"forceExit":1},],
      }
      """#
    let document = read(text)
    #expect(try document.policy().rules.count == 1)
    #expect(document.codes == ["trailingComma", "trailingComma", "trailingComma"])
    let places = document.diagnostics.compactMap(\.place).map { "\($0.line):\($0.column)" }
    #expect(places == ["2:37", "2:55", "2:57"])
    #expect(document.diagnostics.allSatisfy { $0.severity == .warning && isComplete($0) })
  }

  @Test("A byte order mark is a warning, and takes no column")
  func byteOrderMarkIsAWarning() throws {
    let document = read("\u{FEFF}{\"packageName\":\"a\",\"x\":1}")
    #expect(try document.policy().packageName == "a")
    #expect(document.codes == ["byteOrderMark", "unknownKey"])
    #expect(document.diagnostics.map { $0.place?.column } == [1, 24])
    #expect(document.diagnostics.first?.place?.line == 1)
  }

  @Test(
    "A single object in place of a list is a warning, and read as a list of one", arguments: ["updates", "messages"])
  func singleObjectIsReadAsAList(list: String) throws {
    let marked = try Marked(
      #"{"packageName":"a", "\#(list)": ▸{"descriptions":{},"targetWebsiteUrl":"https://h","id":1}}"#)
    let document = read(marked.text)
    #expect(try document.policy().rules.map(\.source.place?.pointer) == ["/\(list)"])
    let place = DocumentPlace(line: marked.line, column: marked.column, pointer: "/\(list)")
    #expect(document.codes == ["singleObject"])
    #expect(document.diagnostics.first?.place == place)
  }

  private static func inMessage(_ part: String, at pointer: String, _ meant: String) -> (String, String, String) {
    (#"{"packageName":"a","messages":[{"descriptions":{"en":"m"},\#(part)}]}"#, "/messages/0" + pointer, asked(meant))
  }

  private static func inUpdate(_ part: String, at pointer: String, _ meant: String) -> (String, String, String) {
    (
      #"{"packageName":"a","updates":[{"descriptions":{"en":"m"},"targetVersion":"2","targetWebsiteUrl":"https://h",\#(part)}]}"#,
      "/updates/0" + pointer, asked(meant)
    )
  }

  private static func atRoot(_ part: String, at pointer: String, _ meant: String) -> (String, String, String) {
    (#"{"packageName":"a",\#(part)}"#, pointer, asked(meant))
  }

  private static func asked(_ meant: String) -> String { "did you mean `\(meant)`?" }

  /// Misspelt keys within the values of others.
  private static let inParts = [
    inUpdate(#""deadline":{"at":"2026-12-01","gracInHours":▸72}"#, at: "/deadline/gracInHours", "graceInHours"),
    inUpdate(
      #""deadline":{"deferrals":2,"reminders":[{"withinHours":3,"displayPeriodInHours":1,"withinHour":▸1}]}"#,
      at: "/deadline/reminders/0/withinHour", "withinHours"),
    inMessage(
      #""phasedRollout":{"startAt":"2026-12-01","pauseAt":▸"2026-12-02"}"#, at: "/phasedRollout/pauseAt", "pausedAt"),
    inMessage(
      #""frequencyCaps":[{"cap":1,"periodInHours":1},{"cap":1,"periodInHours":2,"caps":▸3}]"#,
      at: "/frequencyCaps/1/caps", "cap"),
    inMessage(#""variants":[{"id":"a","weight":1,"wieght":▸2}]"#, at: "/variants/0/wieght", "weight"),
    inMessage(#""variants":[{"id":"a","weight":1,"description":▸{}}]"#, at: "/variants/0/description", "descriptions"),
    atRoot(#""holdout":{"id":"h","percent":1,"percents":▸2}"#, at: "/holdout/percents", "percent"),
    atRoot(#""quietHours":{"from":"22:00","to":"07:00","form":▸1}"#, at: "/quietHours/form", "from"),
    atRoot(#""groups":{"g":{"frequencyCap":▸[]}}"#, at: "/groups/g/frequencyCap", "frequencyCaps"),
    atRoot(
      #""frequencyCaps":[{"cap":1,"periodInHours":1,"periodInHour":▸1}]"#, at: "/frequencyCaps/0/periodInHour",
      "periodInHours"),
  ]

  @Test(
    "An unknown key is told at its value: a warning with the key that was probably meant, an error where it forces, else a note",
    arguments: [
      (#"{"packageName":"a","update":▸[]}"#, "/update", "did you mean `updates`?"),
      (#"{"packageName":"a","packagename":▸1}"#, "/packagename", "did you mean `packageName`?"),
      (#"{"packageName":"a","revisoin":▸1}"#, "/revisoin", "did you mean `revision`?"),
      (#"{"packageName":"a","revsn":▸1}"#, "/revsn", "remove it, or leave it to other readers"),
      (#"{"packageName":"a","a/b~é":▸1}"#, "/a~1b~0é", "remove it, or leave it to other readers"),
      (
        #"{"packageName":"a","messages":[{"descriptions":{},"filter":▸{}}]}"#, "/messages/0/filter",
        "did you mean `filters`?"
      ),
      (
        #"{"packageName":"a","messages":[{"descriptions":{},"forceUpdate":▸true}]}"#, "/messages/0/forceUpdate",
        "only updates have it: move the rule to `updates`, or remove the key"
      ),
      (
        #"{"packageName":"a","updates":[{"descriptions":{},"forceExit":1,"forceUpdte":▸0}]}"#, "/updates/0/forceUpdte",
        "did you mean `forceUpdate`?"
      ),
    ] + inParts)
  func unknownKeyIsToldWithASuggestion(marked: String, pointer: String, fix: String) throws {
    let marked = try Marked(marked)
    let document = read(marked.text)
    let note = try #require(document.diagnostics.first)
    #expect(document.codes == ["unknownKey"])
    #expect(document.refusal == nil)
    let isForcing = fix.contains("`forceUpdate`")
    #expect(note.severity == (fix.hasPrefix("remove it") ? .note : isForcing ? .error : .warning))
    #expect(isComplete(note))
    #expect(note.fix == fix)
    #expect(note.place == DocumentPlace(line: marked.line, column: marked.column, pointer: pointer))
  }

  @Test("A document of known keys alone has no findings")
  func documentOfKnownKeysHasNoFindings() {
    let document = read(
      #"""
      {"packageName":"a","revision":7,"reviewVersions":"2.2","pushOnForeground":false,
       "updates":[{"id":1,"filters":{"x":"y"},"descriptions":{"en":{"message":"m"}},"targetWebsiteUrl":"https://h",
         "targetPackageUrl":"https://h","targetPackageName":"b","targetGooglePlay":true,"displayAfterDate":"2026-01-01",
         "displayBeforeDate":"2026-01-02","maxDisplayCount":3,"displayPeriodInHours":24,"rollout":50,"forceUpdate":true,
         "forceExit":false,"targetVersion":"2","targetVersionCode":2,"skippable":true}],
       "messages":[{"descriptions":{"en":"m"}}]}
      """#)
    #expect(document.refusal == nil)
    #expect(document.diagnostics.isEmpty)
  }

  @Test("A rule knows its place in the document, and the place of each of its keys")
  func ruleKnowsItsPlaces() throws {
    let marked = try Marked(
      "{\"packageName\":\"a\",\n\"messages\":[{\"descriptions\":{}}, \t▸{\"id\":\"é\",\"rollout\":5,\"descriptions\":{\"en\":\"m\"},"
        + "\"filters\":{\"a/b\":\"x\"}}]}")
    let rule = try #require(try read(marked.text).policy().rule("message:é"))
    let place = DocumentPlace(line: marked.line, column: marked.column, pointer: "/messages/1")
    #expect(rule.source.place == place)
    let rollout = DocumentPlace(line: 2, column: marked.column + 20, pointer: "/messages/1/rollout")
    #expect(rule.source.keys["/rollout"] == rollout)
    #expect(rule.source.keys["/filters/a~1b"]?.pointer == "/messages/1/filters/a~1b")
    #expect(Set(rule.source.keys.keys) == ["/id", "/rollout", "/descriptions", "/filters", "/filters/a~1b"])
  }
}
