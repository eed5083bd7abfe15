@testable import HeraldQuestions
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("Conditions")
struct ConditionTests {
  /// A device with a force prompt on the screen, whose clock was set back once.
  private func stream() throws -> (state: InstallationState, decision: Decision) {
    var stream = Stream()
    stream.append(
      .launched([
        "appPackageName": "a", "appVersionName": "2.7", "deviceModel": "x y", "installed.com.b": "true", "odd": "two",
      ]))
    let decision = try stream.ask(
      .fetched(
        """
        {"packageName":"a","revision":7,"updates":[
         {"id":"a.b","filters":{"appVersionName":"1"},"descriptions":{"*":"x"},"targetWebsiteUrl":"https://h/u"},
         {"id":7,"forceUpdate":true,"descriptions":{"*":"x"},"targetWebsiteUrl":"https://h/u"}]}
        """))
    stream.append(.shown("p", rule: "update:7", kind: .force), at: stream.now.later(by: -1000))
    return (stream.state, decision)
  }

  private func holds(_ text: String) throws -> Bool {
    let (state, decision) = try stream()
    return try Condition(text).holds(in: state, decision: decision)
  }

  @Test(
    "A condition that describes the state holds",
    arguments: [
      "visible.rule == update:7", "visible.rule == 'update:7'", "visible.rule==update:7", "counts.clockSteps > 0",
      "records[\"update:7\"].shown >= 1", "records['update:7'].shown == 1", "records.update:7.shown < 2",
      "records[update:7].shown != 0", "policy.revision < 8", "policy.revision <= 7", "refused == null", "latch == null",
      "not latch", "!latch", "visible", "visible != null", "user != 7", "not user == 7", "policy.format == herald",
      "properties.appVersionName < 2.10", "properties.appVersionName >= 2.7.0", "properties.appVersionName == 2.7",
      "properties.appVersionName != 2.7.0", "properties.deviceModel == \"x y\"", "properties.installed.com.b == true",
      "properties[\"installed.com.b\"] == true", "properties.missing == null", "lastCheck > 2026-03-01T00:00:00Z",
      "lastCheck == 2026-03-02T09:00:00+01:00", "decision.reason == shown", "decision.show.rule == update:7",
      "decision.trigger == launch", "decision.rules[\"update:a.b\"].failed == filters",
      "decision.rules['update:7'].failed == null", "decision.rules['update:9'] == null",
      "decision.time <> 2026-03-03T00:00:00Z",
      "revision == 3 and user == null or latch", "latch or (revision == 3 and not latch)",
      "latch AND user OR visible", "latch && user || visible", "not (latch or user)", "not not visible",
      "records['update:7'].lastButton == null", "revision > -1", "user != \"null\"", "user == null",
    ])
  func conditionHolds(_ text: String) throws {
    #expect(try holds(text))
    #expect(try !holds("not (\(text))"))
  }

  @Test(
    "A condition that contradicts the state does not hold",
    arguments: [
      "latch", "user", "visible.rule == update:70", "visible.rule == Update:7", "properties.appVersionName > 2.10",
      "properties.odd < 3", "properties.odd > 1", "properties.missing < 3", "policy.revision > 7",
      "refused.reason == rollback",
      "records['update:9'].shown > 0", "records['update:9'].unanswered >= 0", "latch or user", "visible and latch",
      "latch or visible and user",
      "(latch or visible) and user", "user == 'null'", "policy.revision != 7", "lastCheck < 2026-03-01T00:00:00Z",
    ])
  func conditionDoesNotHold(_ text: String) throws { #expect(try !holds(text)) }

  @Test(
    "An unreadable condition is refused with the place and what to write instead",
    arguments: [
      ("visible.rul == x", 9, "There is no `visible.rul`.", "did you mean `visible.rule`?"),
      ("visibel", 1, "There is no `visibel`.", "did you mean `visible`?"),
      ("launches > 1", 1, "There is no `launches`.", "did you mean `counts.launches`? The names are revision,"),
      ("x", 1, "There is no `x`.", "the names are revision, properties, user,"),
      ("counts. clockSteps > 0", 8, "A name is missing.", "the names below `counts` are launches,"),
      ("counts.clockSteps > many", 21, "`counts.clockSteps` is a number, and `many` is none.", "whole number"),
      ("counts.clockSteps > +1", 21, "is a number", "whole number"),
      ("counts.clockSteps", 1, "`counts.clockSteps` is compared with nothing.", "`counts.clockSteps > 0`"),
      ("lastCheck > yesterday", 13, "`lastCheck` is a time, and `yesterday` is none.", "2026-03-02T08:00:00Z"),
      ("lastCheck > 2026-02-30", 13, "`2026-02-30` is none.", "a day of UTC, such as 2026-03-02"),
      (
        "lastCheck == 2026-03-02", 14, "`2026-03-02` is a day, and `lastCheck` is a moment.",
        ">= 2026-03-02 and lastCheck <"
      ),
      ("policy == 7", 11, "`policy` is several values, and is compared with one.", "digest, revision, format"),
      ("decision.show.buttons == skip", 26, "is a list", "`decision.show.buttons != null`"),
      ("user.name == x", 6, "There is no `user.name`.", "`user` is a text"),
      ("records.update:1.5.shown > 0", 18, "There is no `records[\"update:1\"].5`.", "the names below"),
      ("user < bob", 8, "`bob` is not a version, and other texts have no order.", "use == or !="),
      ("user < null", 8, "`null` has no order.", "use == or !="),
      ("policy.revision = 7", 17, "`=` is not a sign that is known.", "write =="),
      ("counts ~ x", 10, "`~` finds a part of a text, and `counts` is several values.", "use < <="),
      ("visible.rule ~", 15, "is followed by no value", "in quotes"),
      ("policy == 2c839d9", 11, "`policy` is several values, and is compared with one.", "digest, revision, format"),
      ("event.data.n < many", 16, "`many` is neither a number nor a version", "use == or !="),
      (
        "event.colour == x", 7, "There is no `event.colour`.",
        "the names below `event` are type, trigger, kind, time, day, data"
      ),
      ("audit.wrong > 0", 7, "There is no `audit.wrong`.", "the names below `audit` are justified,"),
      ("records['x'].unanswered", 1, "is compared with nothing.", "> 0"),
      ("a & b", 3, "`&` is not a sign that is known.", "and, or, not"),
      ("(latch", 1, "opened and not closed", "close it"),
      ("latch)", 6, "`)` stands where the condition is over.", "as many parentheses"),
      ("latch user", 7, "`user` stands where the condition is over.", "`and` or `or`"),
      ("latch and", 10, "The condition ends where a name is expected.", "begin with one of revision,"),
      ("", 1, "The condition ends where a name is expected.", "visible.rule == update:7"),
      ("== 7", 1, "`==` is not a name.", "begin with one of"), ("user ==", 8, "is followed by no value", "in quotes"),
      ("user == and", 9, "is followed by no value", "in quotes"),
      ("user == 'x", 9, "begins with ' and does not end", "close it"),
      ("records['x' > 1", 13, "A bracket is opened and not closed.", "write ]"),
      ("records[] > 1", 9, "A name is missing in brackets.", "[\"update:7\"]"),
      ("visible.rule == latch.event", 17, "`latch.event` is the name of a value.", "in quotes if it is one"),
      ("7 == revision", 1, "There is no `7`.", "the names are"),
    ])
  func unreadableConditionNamesPlaceAndFix(_ text: String, _ column: Int, _ what: String, _ fix: String) throws {
    do throws(ConditionFault) {
      _ = try Condition(text)
      Issue.record("`\(text)` can be read")
    } catch {
      #expect(error.column == column, "\(error)")
      #expect(error.what.contains(what), "\(error)")
      #expect(error.fix.contains(fix), "\(error)")
      #expect(error.sentence.hasSuffix(" (column \(column)).") && !error.sentence.contains(". ("), "\(error)")
      let end = error.words.dropFirst(error.sentence.count)
      #expect(error.words.hasPrefix(error.sentence), "\(error)")
      #expect(end.first == " " && end.dropFirst().first?.isLowercase == false, "\(error)")
    }
  }

  @Test("A condition that is nested too deeply is refused, and not followed")
  func deeplyNestedConditionIsRefused() {
    for text in [String(repeating: "(", count: 100_000), String(repeating: "not ", count: 100_000) + "user"] {
      #expect(throws: ConditionFault.self) { try Condition(text) }
    }
    #expect(throws: Never.self) {
      try Condition(String(repeating: "(", count: 90) + "user" + String(repeating: ")", count: 90))
    }
  }

  @Test("A condition of many alternatives names the values that it reads once", .timeLimit(.minutes(30)))
  func manyAlternativesAreReadOnce() throws {
    let text = Array(repeating: "user == 7 or visible", count: 100).joined(separator: " or ")
    #expect(try Condition(text).paths.map(\.description) == ["user", "visible"])
  }

  @Test("A condition of more than a thousand comparisons is refused where the next one begins")
  func tooManyComparisonsAreRefused() {
    let fault = #expect(throws: ConditionFault.self) {
      try Condition(Array(repeating: "user", count: 100_000).joined(separator: " or "))
    }
    #expect(fault?.column == 1000 * "user or ".count + 1)
    #expect(fault?.what == "The condition has over 1000 comparisons.")
  }

  @Test("Any text is read as a condition or refused", arguments: Seeds.all)
  func anyConditionIsReadOrRefused(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let parts = [
      "visible", ".", "rule", "records", "[", "]", "'", "\"", "update:7", "==", "=", "!", "<", ">", "(", ")", "and",
      "or",
      "not", " ", "7", "null", "é", "\u{301}", "&", "|", ",", "counts.launches", "decision.rules",
    ]
    for _ in 0..<500 {
      let text = random.text(of: parts, count: 0...12)
      do throws(ConditionFault) {
        _ = try Condition(text)
      } catch {
        #expect((1...text.unicodeScalars.count + 1).contains(error.column), "\(text)")
      }
    }
  }
}
