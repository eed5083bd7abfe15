import HeraldTestSupport
import Testing

@testable import Herald

private let digest = "sha256:" + String(repeating: "0a", count: 32)

@Suite("The data of each type of event")
struct EventDataTests {
  @Test(
    "Data of each event type is read field by field, with unknown keys ignored and null as absent", arguments: samples)
  func dataIsReadFieldByField(sample: Sample) throws {
    let data = try readLine(line(sample.type, sample.json)).get().data
    #expect(data.isSame(as: sample.data))
    #expect(data.type?.rawValue == sample.type)
  }

  @Test("A fetch's data has a document with status 200 and with no other")
  func documentNeedsStatus200() throws {
    let keys = #""trigger":"launch","url":"u","format":"herald","digest":"\#(digest)","document":"{\"é\":1}""#
    for (status, expected) in [(200, "{\"é\":1}"), (304, nil)] as [(Int, String?)] {
      guard
        case .fetchSucceeded(let fetch) = try readLine(line("fetch.succeeded", "{\(keys),\"status\":\(status)}")).get()
          .data
      else {
        Issue.record("another type")
        return
      }
      #expect(fetch.document == expected)
      #expect(fetch.digest?.string == (expected == nil ? nil : digest))
    }
  }

  struct Sample: Sendable, CustomTestStringConvertible {
    let type: String
    let json: String
    let data: EventData
    var testDescription: String { "\(type) \(json)" }

    init(_ type: String, _ json: String, _ data: EventData) {
      self.type = type
      self.json = json
      self.data = data
    }
  }

  private static let samples: [Sample] = [
    Sample("app.launched", #"{"properties":{}}"#, .launched([:])),
    Sample(
      "app.launched", #"{"properties":{"a":"1","b":null,"\u0063":"\u00e9"},"user":"u","x":[]}"#,
      .launched(["a": "1", "c": "é"], user: "u")),
    Sample("app.launched", #"{"properties":{"a":""},"user":null}"#, .launched(["a": ""])),
    Sample(
      "app.launched", #"{"properties":{"a":"1"},"draws":{"update:1":0,"update:2":9999.0,"x":null}}"#,
      .appLaunched(AppLaunched(profile: Profile([("a", "1")]), draws: Draws(["update:1": 0, "update:2": 9999])))),
    Sample("app.launched", #"{"properties":{},"draws":{"update:1":10000}}"#, .launched([:])),
    Sample("app.launched", #"{"properties":{},"draws":{"update:1":1,"update:2":"2"}}"#, .launched([:])),
    // A trust that cannot be read trusts nobody.
    Sample(
      "app.launched", #"{"properties":{},"trust":7}"#,
      .appLaunched(AppLaunched(profile: Profile([]), trust: .nobody))),
    Sample("app.launched", #"{"properties":{},"draws":[1]}"#, .launched([:])),
    Sample("app.foregrounded", "{}", .foregrounded()),
    Sample("app.foregrounded", #"{"busy":true}"#, .foregrounded(busy: true)),
    Sample("app.foregrounded", #"{"b\u0075sy":false}"#, .foregrounded()),
    Sample("user.changed", #"{"user":"u"}"#, .userChanged(UserChanged(user: "u"))),
    Sample("user.changed", #"{"user":null,"x":1}"#, .userChanged(UserChanged(user: nil))),
    Sample("app.backgrounded", #"{"busy":7}"#, .appBackgrounded),
    Sample(
      "fetch.succeeded", #"{"trigger":"manual","url":"u","format":"f","status":304,"digest":7,"document":7}"#,
      .fetchSucceeded(FetchSucceeded(trigger: .manual, url: "u", format: "f", status: 304))),
    Sample(
      "fetch.succeeded",
      #"{"trigger":"heartbeat","url":"u","format":"f","status":2e2,"etag":"t","storeUrl":"s","user":"v","digest":"\#(digest)"}"#,
      .fetchSucceeded(
        FetchSucceeded(
          trigger: .heartbeat, url: "u", format: "f", etag: "t", storeURL: "s", user: .signedIn("v"),
          digest: ExactString(digest)))),
    Sample(
      "fetch.succeeded",
      #"{"trigger":"launch","url":"u","format":"f","status":304,"lastModified":"m","houseRules":{ "b":1.50, "a":[{}] }}"#,
      .fetchSucceeded(
        FetchSucceeded(
          trigger: .launch, url: "u", format: "f", status: 304, lastModified: "m",
          houseRules: HouseRules(json: #"{"a":[{}],"b":1.50}"#)))),
    Sample(
      "fetch.succeeded",
      #"{"trigger":"launch","url":"u","format":"f","status":304,"houseRules":[7],"signature":{}}"#,
      .fetchSucceeded(FetchSucceeded(trigger: .launch, url: "u", format: "f", status: 304))),
    Sample(
      "fetch.failed", #"{"trigger":"schedule","url":"","reason":"meteor","status":-1,"user":null}"#,
      .fetchFailed(FetchFailed(trigger: .schedule, url: "", reason: "meteor", status: -1, user: .signedOut))),
    Sample(
      "fetch.failed", #"{"trigger":"login","url":"u","reason":"offline","status":null}"#,
      .fetchFailed(FetchFailed(trigger: .login, url: "u", reason: "offline"))),
    Sample(
      "prompt.shown", #"{"prompt":"p","rule":"update:1","kind":"exit","language":"tr"}"#,
      .promptShown(PromptShown(prompt: "p", rule: "update:1", kind: .exit, language: "tr"))),
    Sample(
      "button.chosen", #"{"prompt":"","button":"another word"}"#,
      .buttonChosen(ButtonChosen(prompt: "", button: "another word"))),
    Sample(
      "push.received", #"{"kind":"forceUpdate","url":"u","targetVersion":"2","user":"v"}"#,
      .pushReceived(PushReceived(event: "e", kind: "forceUpdate", url: "u", targetVersion: "2", user: "v"))),
    Sample("push.received", #"{"kind":"other"}"#, .pushReceived(PushReceived(event: "e", kind: "other"))),
    Sample("operation.attempted", #"{"operation":"placeOrder"}"#, .attempted),
  ]
}
