import Herald
import HeraldTestSupport
import Testing

@testable import HeraldServer

@Suite("Links from a fleet's figures to its installations")
struct FleetLinkTests {
  /// A link to a search, with the number of installations that its title says.
  private struct Link {
    let address: String
    let installations: String

    static func all(in page: String) -> [Link] {
      page.matches(of: /<a href="(\/search\?[^"]*)" (?:title|aria-label)="[^"]*?([0-9,]+) installations?[ "]/).map {
        Link(address: String($0.1.replacing("&amp;", with: "&")), installations: String($0.2))
      }
    }
  }

  @Test(
    "The number of installations at a link of the fleet's page is the number that its search finds", arguments: 1...6)
  func sameNumber(seed: UInt64) async throws {
    try await TestedServer.run { server in
      let lines = RandomPhones.lines(seed: seed).map { $0 + "\n" }.joined()
      let sent = try await server.ask("/v1/events", server.token(.import), lines: lines)
      try #require(sent.status == 200, "\(sent.text)")
      let reader = try server.token(.read)
      let page = try await server.ask("/fleet", reader).text
      let links = Link.all(in: page)
      #expect(links.count > 40)
      #expect(page.contains("<td class=\"number\">"))
      // All searches are asked, and none has a link without a number but of a list that the server adds.
      #expect(page.ranges(of: "href=\"/search?app").count - links.count <= 4)
      for link in links {
        let found = try await server.ask(link.address, reader).text
        #expect(
          found.contains("<p class=\"summary\">\(link.installations) of \(RandomPhones.count) installations"),
          "\(link.address) says \(link.installations)")
      }
    }
  }

  @Test("Each list of installations on the fleet's page leads to what they share")
  func shared() async throws {
    try await TestedServer.run { server in
      let lines = RandomPhones.lines(seed: 1).map { $0 + "\n" }.joined()
      let sent = try await server.ask("/v1/events", server.token(.import), lines: lines)
      try #require(sent.status == 200, "\(sent.text)")
      let reader = try server.token(.read)
      let page = try await server.ask("/fleet", reader).text
      let links = page.matches(of: /<a href="(\/shared\?[^"]*)">What do these share<\/a>/)
      #expect(links.count >= 3)
      for link in links {
        let answer = try await server.ask(String(link.1.replacing("&amp;", with: "&")), reader).text
        #expect(!answer.contains("role=\"alert\""), "\(link.1)")
      }
    }
  }
}

/// The events of some phones, made from a seed: in several zones, with prompts of each kind that get an answer or none,
/// fetches that fail, documents that are refused, stray buttons and clocks that step back.
private struct RandomPhones {
  static let count = 12
  private static let documents = [
    policy(
      1, #"{"id":1,"targetVersion":"2.0","skippable":true,\#(texts)},{"id":"it's","maxDisplayCount":1,\#(texts)}"#),
    policy(2, #"{"id":2,"forceUpdate":true,"filters":{"appVersionName":"<2"},\#(texts)}"#),
    policy(3, "", #"{"id":1,\#(texts)}"#), "{",
  ]
  private static let texts = #""descriptions":{"*":"Hello"},"targetWebsiteUrl":"https://example.com/""#

  private static func policy(_ revision: Int, _ updates: String, _ messages: String = "") -> String {
    #"{"packageName":"com.example.shop","revision":\#(revision),"updates":[\#(updates)],"messages":[\#(messages)]}"#
  }

  static func lines(seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    return (0..<count).flatMap { phone in
      // The clock of some stands two years ahead.
      var minute = random.int(0...4000) + (phone == 0 ? 1_051_200 : 0)
      let zone = random.pick([0, 345, -480])
      return (1...random.int(1...40)).map { revision in
        minute += random.chance(10) ? -random.int(1...3000) : random.int(0...1500)
        let time = DeviceTime(
          moment: Timestamp(milliseconds: 1_772_438_400_000 + Int64(minute) * 60_000),
          offsetMinutes: random.chance(90) ? zone : 60)
        let (type, data) = revision == 1 ? launch(&random) : event(&random)
        return SentLines.event("/i/\(phone)", revision, type, time: "\(time)", data: data)
      }
    }
  }

  private static func launch(_ random: inout SplitMix64) -> (String, String) {
    let version = random.pick([
      "", #","appVersionName":"1.0""#, #","appVersionName":"two \"of\" 'it'""#, #","appVersionName":"2.0""#,
    ])
    return ("app.launched", #"{"properties":{"appPackageName":"com.example.shop"\#(version)}}"#)
  }

  private static func event(_ random: inout SplitMix64) -> (String, String) {
    switch random.int(0...11) {
    case 0: return launch(&random)
    case 1: return ("app.foregrounded", #"{"busy":\#(random.chance(20))}"#)
    case 2:
      let why = random.pick([#""offline""#, #""http","status":503"#, #""http","status":404"#, #""no \"route\"""#])
      return ("fetch.failed", #"{"trigger":"schedule","url":"u","reason":\#(why)}"#)
    case 3...5:
      let rule = random.pick(["update:1", "update:2", "message:1", "update:it's"])
      let kind = random.pick(["force", "optional", "message", "exit"])
      return ("prompt.shown", #"{"prompt":"p-\#(random.int(0...2))","rule":"\#(rule)","kind":"\#(kind)"}"#)
    case 6, 7:
      let button = random.pick(["update", "open", "later", "vanished", "dismiss"])
      return ("button.chosen", #"{"prompt":"p-\#(random.int(0...2))","button":"\#(button)"}"#)
    case 8: return ("x.other", #"{"n":1}"#)
    default:
      let document = random.pick(documents)
      var text = JSONWriter()
      text.string(document)
      return (
        "fetch.succeeded",
        #"{"trigger":"launch","url":"https://example.com/p","format":"herald","status":200,"#
          + #""digest":"\#(Digest.of(document))","document":\#(text.string)}"#
      )
    }
  }
}
