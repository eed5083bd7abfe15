import Herald
import Testing

@testable import HeraldQuestions

@Suite("What may not be told")
struct SecretsTests {
  /// Data of every type. Every free text in it is a secret that the test searches for.
  private static let data: [(type: String, json: String)] = [
    (
      "app.launched",
      #"{"properties":{"appVersionName":"1.0","deviceModel":"FP5","SECRET-name":"x","installed.SECRET.bank":"true","x-mail":"SECRET@example.com"},"user":"SECRET-user","draws":{"SECRET-rule":7},"trust":{"keys":["RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"],"SECRET":1},"SECRET-key":1,"extra":{"a":["SECRET"]}}"#
    ),
    ("app.foregrounded", #"{"busy":true,"why":"SECRET-call"}"#),
    ("app.backgrounded", #"{"screen":"SECRET-screen"}"#),
    (
      "fetch.succeeded",
      #"{"trigger":"login","url":"https://SECRET:SECRET@example.com/SECRET?u=SECRET#SECRET","format":"SECRET-format","status":200,"etag":"SECRET-etag","lastModified":"SECRET-date","storeUrl":"market://details?id=SECRET","user":"SECRET-user","houseRules":{"skippable":true},"signature":"<p>SECRET</p>","digest":"DIGEST","document":"{}"}"#
    ),
    (
      "fetch.succeeded",
      #"{"trigger":"login","url":"SECRET-relative","format":"herald","status":304,"digest":"SECRET","document":"SECRET"}"#
    ),
    (
      "fetch.failed",
      #"{"trigger":"launch","url":"file:///home/SECRET/p.json","reason":"SECRET-reason","status":5318008,"user":"SECRET-other"}"#
    ),
    (
      "prompt.shown",
      #"{"prompt":"SECRET-p","rule":"SECRET-rule","kind":"force","language":"SECRET language","variant":"SECRET-v"}"#
    ),
    ("button.chosen", #"{"prompt":"SECRET-p","button":"SECRET-button"}"#),
    (
      "push.received",
      #"{"kind":"SECRET-kind","url":"https://example.com/\u0053ECRET?SECRET","targetVersion":"SECRET","user":"SECRET-user"}"#
    ),
    ("user.changed", #"{"user":"SECRET-user"}"#),
    ("operation.attempted", #"{"operation":"SECRET-operation"}"#),
    ("com.example.SECRET-type", #"{"SECRET":"SECRET"}"#),
  ]

  private static let log = data.enumerated().map { index, line in
    let data = line.json.replacing("DIGEST", with: Digest.of("{}").string)
    return
      #"{"specversion":"1.0","id":"SECRET-\#(index)","source":"/SECRET/7","type":"\#(line.type)","time":"2026-03-02T08:00:0\#(index % 10).000Z","subject":"SECRET","revision":\#(index + 1),"datacontenttype":"application/json; x=SECRET","data":\#(data)}"#
      + "\n"
  }.joined()

  @Test("A redacted log has no secret from any field of any event type")
  func noSecretIsLeft() throws {
    let redacted = try Redacted(Self.log)
    #expect(redacted.lines.count == Self.data.count)
    for line in redacted.lines {
      #expect(!line.lowercased().contains("secret"), "\(line)")
      #expect(!line.contains("5318008"))
    }
    #expect(redacted.findings.isFaithful)
    #expect(redacted.findings.unknownEvents == 1)
    #expect(Set(redacted.findings.leftOut.keys) == ["SECRET-name", "installed.SECRET.bank", "x-mail"])
    // Two in the launch, one each of foreground and background, `subject` in every line, the unknown data's type.
    #expect(redacted.findings.unknownMembers == 5 + Self.data.count)
  }

  @Test(
    "The log of secrets has every field of every event type, so that a new field must be added here",
    arguments: EventType.allCases)
  func secretsCoverEveryField(type: EventType) throws {
    let written = Self.data.filter { $0.type == type.rawValue }.map(\.json)
    #expect(!written.isEmpty)
    for name in type.fieldNames { #expect(written.contains { $0.contains(#""\#(name)":"#) }, "\(name)") }
  }

  @Test("An event type's field names are the ones that it reads")
  func fieldNamesAreThoseThatAreRead() {
    #expect(EventType.appLaunched.fieldNames == ["properties", "user", "draws", "trust"])
    #expect(
      EventType.fetchSucceeded.fieldNames
        == [
          "trigger", "url", "format", "status", "etag", "lastModified", "storeUrl", "user", "houseRules", "signature",
          "digest", "document",
        ])
    #expect(EventType.appBackgrounded.fieldNames == [])
    #expect(EventType.pushReceived.fieldNames == ["kind", "url", "targetVersion", "user"])
  }

  @Test("A person has one pseudonym in every event type, and an answer names the prompt that it answers")
  func personHasOnePseudonym() throws {
    var reader = EventReader()
    let events = try Redacted(Self.log).lines.map { try reader.event($0) }
    #expect(Set(events.map(\.source)).count == 1)
    #expect(Set(events.map(\.id)).count == events.count)
    var users: [ExactString?] = []
    var prompts: [ExactString] = []
    for event in events {
      switch event.data {
      case .appLaunched(let launch): users.append(launch.user)
      case .fetchSucceeded(let fetch): if case .signedIn(let user) = fetch.user { users.append(user) }
      case .pushReceived(let push): users.append(push.user)
      case .promptShown(let showing): prompts.append(showing.prompt)
      case .buttonChosen(let answer): prompts.append(answer.prompt)
      default: break
      }
    }
    try #require(users.count == 3)
    #expect(Set(users).count == 1)
    #expect(users[0] != nil)
    #expect(prompts.count == 2)
    #expect(Set(prompts).count == 1)
  }

  @Test("A redacted log keeps unknown members on request, but never the names beside them")
  func unknownMembersAreKeptOnRequest() throws {
    let redacted = try Redacted(Self.log) { $0.keepsUnknown = true }
    #expect(redacted.lines[0].contains(#""SECRET-key":1,"extra":{"a":["SECRET"]}"#))
    #expect(redacted.lines[0].contains(#""subject":"SECRET""#))
    #expect(redacted.lines.last?.contains(#""type":"com.example.SECRET-type""#) == true)
    #expect(redacted.lines.last?.contains(#""data":{"SECRET":"SECRET"}"#) == true)
    for line in redacted.lines {
      #expect(!line.contains("SECRET-user"))
      #expect(!line.contains("/SECRET/7"))
    }
  }

  @Test(
    "A redacted prompt's language is as exact as the device's language property",
    arguments: [("drop", nil), ("coarsen", "pt"), ("", "pt-BR")])
  func languageIsAsExactAsTheProperty(fate: String, expected: String?) throws {
    let line =
      #"{"specversion":"1.0","id":"e","source":"/i/1","type":"prompt.shown","time":"2026-03-02T08:00:00Z","revision":1,"data":{"prompt":"p","rule":"update:1","kind":"force","language":"pt-BR"}}"#
    let redacted = try Redacted(line + "\n") {
      if fate == "drop" { $0.properties.dropped = [.deviceLanguage] }
      if fate == "coarsen" {
        $0.properties.coarsened[.deviceLanguage] = Coarsening.named("primary", for: .deviceLanguage)
      }
    }
    var reader = EventReader()
    guard case .promptShown(let showing) = try reader.event(redacted.lines[0]).data else {
      Issue.record("no showing")
      return
    }
    #expect(showing.language?.string == expected)
    #expect(redacted.lines[0].contains("BR") == (expected == "pt-BR"))
  }

  @Test("A redacted log is the same under one key, and shares no name with one under another key")
  func sameKeyGivesTheSameLog() throws {
    let first = try Redacted(Self.log)
    #expect(try Redacted(Self.log).lines == first.lines)
    let other = try Redacted(Self.log, key: Redacted.key.reversed())
    let names = /-[0-9a-f]{32}/
    let own = Set(first.lines.flatMap { $0.matches(of: names).map { String($0.0) } })
    let others = Set(other.lines.flatMap { $0.matches(of: names).map { String($0.0) } })
    #expect(own.count > 20)
    #expect(own.isDisjoint(with: others))
  }
}
