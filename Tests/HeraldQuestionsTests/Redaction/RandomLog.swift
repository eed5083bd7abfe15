@testable import HeraldQuestions
import Herald

/// A log of some phones that live as phones do, made from a seed.
struct RandomLog {
  private var dice: UInt64
  private var revisions: [Int]
  private var lines: [String] = []
  private var minute = 0

  /// - Parameter policies: the documents that the phones fetch.
  static func make(seed: Int, policies: [String], phones: Int = 3) -> String {
    var log = RandomLog(dice: UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1, phones: phones)
    for _ in 0..<(20 * phones) { log.addOne(policies) }
    return log.lines.map { $0 + "\n" }.joined()
  }

  private init(dice: UInt64, phones: Int) {
    self.dice = dice
    revisions = Array(repeating: 0, count: phones)
  }

  /// A number from 0 to one below `count`.
  private mutating func roll(_ count: Int) -> Int {
    // xorshift64, by Marsaglia.
    dice ^= dice << 13
    dice ^= dice >> 7
    dice ^= dice << 17
    return Int(dice >> 33) % count
  }

  private mutating func one(of texts: [String]) -> String { texts[roll(texts.count)] }

  private mutating func addOne(_ policies: [String]) {
    let phone = roll(revisions.count)
    let (type, data) = revisions[phone] == 0 ? launch() : event(policies)
    revisions[phone] += 1
    minute += roll(10) == 0 ? -90 : roll(600)
    let time = DeviceTime(
      moment: Timestamp(milliseconds: 1_772_438_400_000 + Int64(minute) * 60_000),
      offsetMinutes: [0, 330, -420][phone % 3])
    lines.append(
      #"{"specversion":"1.0","id":"e-\#(revisions[phone])","source":"/zoes/phone/\#(phone)","type":"\#(type)","time":"\#(time)","revision":\#(revisions[phone]),"data":\#(data)}"#
    )
  }

  private mutating func launch() -> (String, String) {
    let version = one(of: ["1.0", "1.5.2", "2.0", "2.1-rc.1", "zoe"])
    let language = one(of: ["en", "de-AT", "pt-BR"])
    let user = roll(2) == 0 ? "" : #","user":"\#(one(of: ["zoe", "ada"]))""#
    return (
      "app.launched",
      #"{"properties":{"appPackageName":"a.b","appVersionName":"\#(version)","appVersionCode":"\#(roll(4000))","deviceLanguage":"\#(language)","deviceModel":"\#(one(of: ["FP5", "X"]))","deviceOsName":"\#(one(of: ["android", "ios"]))","x-cohort":"\#(one(of: ["a", "b"]))","installed.c.d":"\#(roll(2) == 0)"}\#(user)}"#
    )
  }

  private mutating func event(_ policies: [String]) -> (String, String) {
    switch roll(9) {
    case 0: return launch()
    case 1: return ("app.foregrounded", #"{"busy":\#(roll(4) == 0)}"#)
    case 2: return ("fetch.failed", #"{"trigger":"schedule","url":"https://example.com/p?zoe","reason":"offline"}"#)
    case 3: return ("prompt.shown", #"{"prompt":"p-\#(roll(3))","rule":"\#(one(of: Self.rules))","kind":"optional"}"#)
    case 4:
      let button = one(of: ["update", "later", "skip", "zoe"])
      return ("button.chosen", #"{"prompt":"p-\#(roll(3))","button":"\#(button)"}"#)
    case 5:
      let user = one(of: ["", #","user":"zoe""#, #","user":"ada""#])
      return (
        "push.received",
        #"{"kind":"forceUpdate","url":"https://example.com/zoe?zoe","targetVersion":"\#(one(of: ["2.0", "zoe"]))"\#(user)}"#
      )
    case 6: return ("operation.attempted", #"{"operation":"\#(one(of: ["zoe", "pay"]))"}"#)
    default:
      let trigger = one(of: ["launch", "login", "schedule", "manual", "heartbeat"])
      let user = one(of: ["", #","user":null"#, #","user":"ada""#])
      return ("fetch.succeeded", fetch(one(of: policies), trigger, user))
    }
  }

  private func fetch(_ policy: String, _ trigger: String, _ user: String) -> String {
    var document = JSONWriter()
    document.string(policy)
    return
      #"{"trigger":"\#(trigger)","url":"https://zoe@example.com/p","format":"herald","status":200,"digest":"\#(Digest.of(policy))","document":\#(document.string)\#(user)}"#
  }

  private static let rules = ["update:1", "update:2", "message:1", "push"]
  private static func policy(_ updates: String, _ messages: String = "") -> String {
    #"{"packageName":"a.b","updates":[\#(updates)],"messages":[\#(messages)]}"#
  }
  private static let texts =
    #""descriptions":{"en":"Hello","de":"Hallo"},"targetWebsiteUrl":"https://example.com/?x=1""#

  /// Policies that do not depend on anything that the default redaction removes.
  static let plain = [
    policy(
      #"{"id":1,"targetVersion":"2.0","skippable":true,"maxDisplayCount":2,"displayPeriodInHours":5,\#(texts)}"#,
      #"{"id":1,"displayBeforeDate":"2026-03-07 12:30",\#(texts)}"#),
    policy(#"{"id":2,"forceUpdate":true,"filters":{"deviceModel":"FP*","appVersionName":"<2"},\#(texts)}"#),
    #"{"reviewVersions":"2.0","packageName":"a.b","updates":[]}"#,
  ]
  /// Policies that depend on the names of operations.
  static let atOperations = [
    policy(#"{"id":1,"targetVersion":"2.0","triggers":["operation:pay"],\#(texts)}"#),
    policy("", #"{"id":1,"triggers":["launch","operation:pay"],\#(texts)}"#),
  ]
  /// Policies that depend on removed values only.
  static let resting = [
    policy(#"{"id":1,"rollout":50,\#(texts)},{"id":2,"filters":{"x-cohort":"a"},\#(texts)}"#),
    policy("", #"{"id":1,"targetPackageName":"c.d",\#(texts)}"#),
  ]
}
