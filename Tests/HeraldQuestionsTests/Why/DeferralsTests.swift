import HeraldQuestions
import Testing

@Suite("The users who put off an update")
struct DeferralsTests {
  /// A phone on which users choose `later` one after the other, a day apart, and a check on the day after the last one.
  private static func log(_ users: [String?], counted: Int = 3) -> WhyLog {
    let document =
      #"{"packageName":"a","updates":[{"id":1,"targetVersion":"4.0","targetWebsiteUrl":"https://w","#
      + #""descriptions":{"*":"Please."},"deadline":{"deferrals":\#(counted)}}]}"#
    var events: [(time: String, event: String)] = []
    for (day, user) in users.enumerated() {
      let asked = [launched(user), WhyLog.fetched(document)]
      let answered = [WhyLog.shown("update:1", "optional"), WhyLog.chosen("later")]
      events += (asked + answered).map { ("2026-03-0\(day + 1)T08:00", $0) }
    }
    let last = [launched("ada"), WhyLog.fetched(document)]
    return WhyLog(events + last.map { ("2026-03-0\(users.count + 1)T08:00", $0) })
  }

  private static func launched(_ user: String?) -> String {
    guard let user else { return WhyLog.launched }
    return String(WhyLog.launched.dropLast()) + #","user":"\#(user)"}"#
  }

  @Test(
    "Why names the users whose deferrals count, and how often each chose later",
    arguments: [
      (
        ["bob", "ada", "bob"], "by bob 2 times and by ada once", #"[{"user":"bob","times":2},{"user":"ada","times":1}]"#
      ),
      (
        ["ada", nil, "bob"], "by ada once, once while nobody was signed in and by bob once",
        #"[{"user":"ada","times":1},{"user":null,"times":1},{"user":"bob","times":1}]"#
      ),
      (["bob", "bob", "bob"], "by bob 3 times", #"[{"user":"bob","times":3}]"#),
      ([nil, nil, nil], "3 times while nobody was signed in", #"[{"user":null,"times":3}]"#),
    ])
  func several(users: [String?], words: String, json: String) throws {
    let answer = try Self.log(users).answer(.decision)
    let sentence = "All users of the device count together: `later` was chosen \(words)."
    #expect(answer.words.contains("after `later` was chosen 3 times"), "\(answer.words)")
    #expect(answer.words.contains(sentence), "\(answer.words)")
    #expect(answer.json.contains(#""deferrals":\#(json)"#))
  }

  @Test("Why names no user where only the user who is signed in chose later")
  func one() throws {
    let answer = try Self.log(["ada", "ada", "ada"]).answer(.decision)
    #expect(answer.words.contains("after `later` was chosen 3 times"))
    #expect(!answer.words.contains("count together"))
    #expect(!answer.json.contains(#""deferrals":["#))
  }
}
