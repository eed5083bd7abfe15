import Herald
import HeraldTestSupport

/// A log of a few phones, made from a seed: with users, zones, clocks that step back, unknown types, prompts that get
/// no answer, documents that are refused, and gaps where they are asked for.
struct RandomFleet {
  private var random: SplitMix64
  private var revisions: [Int]
  private let hasGaps: Bool
  private var minute = 0
  private(set) var lines: [String] = []

  static let documents = [
    policy(1, #"{"id":1,"targetVersion":"2.0","skippable":true,\#(texts)}"#),
    policy(2, #"{"id":2,"forceUpdate":true,"filters":{"appVersionName":"<2"},\#(texts)}"#),
    policy(3, "", #"{"id":1,\#(texts)}"#),
    "{",
  ]
  private static let texts = #""descriptions":{"*":"Hello"},"targetWebsiteUrl":"https://example.com/""#

  private static func policy(_ revision: Int, _ updates: String, _ messages: String = "") -> String {
    #"{"packageName":"a.b","revision":\#(revision),"updates":[\#(updates)],"messages":[\#(messages)]}"#
  }

  static func lines(seed: UInt64, gaps: Bool) -> [String] {
    var fleet = RandomFleet(seed: seed, gaps: gaps)
    for _ in 0..<80 { fleet.addOne() }
    return fleet.lines
  }

  private init(seed: UInt64, gaps: Bool) {
    random = SplitMix64(seed: seed)
    hasGaps = gaps
    revisions = Array(repeating: 0, count: 5)
  }

  private mutating func addOne() {
    let phone = random.int(0...revisions.count - 1)
    let (type, data) = revisions[phone] == 0 ? launch() : event()
    revisions[phone] += hasGaps && random.chance(8) ? random.int(2...4) : 1
    minute += random.chance(10) ? -random.int(1...600) : random.int(0...240)
    let time = DeviceTime(
      moment: Timestamp(milliseconds: 1_772_438_400_000 + Int64(minute) * 60_000),
      offsetMinutes: random.pick([0, 330, -420]))
    // An event of an unknown type may have no time.
    let written = type.hasPrefix("x.") && random.chance(30) ? "" : #""time":"\#(time)","#
    lines.append(
      #"{"specversion":"1.0","id":"e-\#(phone)-\#(revisions[phone])","source":"/Phone/\#(phone)","type":"\#(type)","#
        + written + #""revision":\#(revisions[phone]),"data":\#(data)}"#)
  }

  private mutating func launch() -> (String, String) {
    let version = random.pick(["1.0", "1.5", "2.0", "two"])
    let user = random.chance(50) ? "" : #","user":"\#(random.pick(["Ada", "zoe", "Zoë"]))""#
    return (
      "app.launched",
      #"{"properties":{"appPackageName":"a.b","appVersionName":"\#(version)","deviceModel":"\#(random.pick(["X", "Y"]))"}"#
        + user + "}"
    )
  }

  private mutating func event() -> (String, String) {
    switch random.int(0...10) {
    case 0: return launch()
    case 1: return ("app.foregrounded", #"{"busy":\#(random.chance(20))}"#)
    case 2: return ("fetch.failed", #"{"trigger":"schedule","url":"u","reason":"offline"}"#)
    case 3, 4:
      let rule = random.pick(["update:1", "update:2", "message:1"])
      let kind = rule == "update:2" ? "force" : rule == "update:1" ? "optional" : "message"
      return ("prompt.shown", #"{"prompt":"p-\#(random.int(0...3))","rule":"\#(rule)","kind":"\#(kind)"}"#)
    case 5, 6:
      let button = random.pick(["update", "later", "vanished", "dismiss"])
      return ("button.chosen", #"{"prompt":"p-\#(random.int(0...3))","button":"\#(button)"}"#)
    case 7: return ("operation.attempted", #"{"operation":"\#(random.pick(["pay", "5"]))"}"#)
    case 8: return ("x.other", #"{"deep":{"n":\#(random.int(0...4)),"on":\#(random.chance(50))}}"#)
    default:
      let document = random.pick(Self.documents)
      var text = JSONWriter()
      text.string(document)
      let user = random.pick(["", #","user":null"#, #","user":"Ada""#])
      return (
        "fetch.succeeded",
        #"{"trigger":"\#(random.pick(["launch", "schedule"]))","url":"https://example.com/p","format":"herald","status":200,"#
          + #""digest":"\#(Digest.of(document))","document":\#(text.string)\#(user)}"#
      )
    }
  }
}
