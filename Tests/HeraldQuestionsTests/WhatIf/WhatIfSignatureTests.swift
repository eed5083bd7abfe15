import Herald
import HeraldFormats
import HeraldQuestionsTestSupport
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("What-if and lint under a policy that nobody has signed yet")
struct WhatIfSignatureTests {
  private static let (publisher, stranger) = (TestKey(1), TestKey(2))

  private static func policy(_ revision: Int, _ rule: String = "") -> String {
    #"{"packageName":"com.example.shop","revision":\#(revision),"updates":[\#(rule)]}"#
  }

  /// The draft forces every installation of the log.
  private static let force =
    #"{"id":"min","forceUpdate":true,"targetWebsiteUrl":"https://example.com/a","descriptions":{"*":"x"}}"#
  private static let draft = policy(8, force)
  private static let accepted = policy(7)

  /// One installation that trusts the publisher and has accepted revision 7, and one whose app trusts nobody's keys.
  private static func log(trust: String? = nil, expires: String = "") -> String {
    let keys = #"{"keys":["\#(publisher.publicKey.text)"]}"#
    func quoted(_ text: String) -> String {
      var writer = JSONWriter()
      writer.string(ExactString(text))
      return writer.string
    }
    func lines(_ source: String, _ trust: String) -> [String] {
      let launched = #"{"properties":{"appPackageName":"com.example.shop","deviceLanguage":"en"}\#(trust)}"#
      let signature = publisher.file(accepted, "herald package:com.example.shop revision:7\(expires)").string
      let fetched =
        #"{"trigger":"launch","url":"https://example.com/p.json","format":"herald","status":200,"#
        + #""digest":"\#(Digest.of(accepted))","document":\#(quoted(accepted)),"signature":\#(quoted(signature))}"#
      return [("app.launched", launched), ("fetch.succeeded", fetched)].enumerated().map { index, event in
        #"{"specversion":"1.0","id":"e-\#(index)","source":"\#(source)","type":"\#(event.0)","#
          + #""time":"2026-03-02T08:00:0\#(index).000Z","revision":\#(index + 1),"data":\#(event.1)}"#
      }
    }
    return (lines("/i/trusting", #","trust":\#(trust ?? keys)"#) + lines("/i/trustful", "")).joined(separator: "\n")
      + "\n"
  }

  private static func answer(
    _ draft: String = draft, signed signature: ExactString? = nil, in log: String = log()
  ) throws -> ComparisonAnswer {
    try ComparisonAnswer(of: log, under: draft, asking: { $0.signature = signature?.string })
  }

  @Test("An unsigned draft is forecast as signed, and counted as refused where apps require a signature")
  func unsigned() throws {
    let answer = try Self.answer()
    #expect(answer.summary[.newlyForced] == 2)
    #expect(answer.summary[.unchanged] == 0)
    #expect(answer.lines.last?.contains(#""refused":{"unsigned":1}"#) == true)
    #expect(try FigureLimit("refused > 0").holds(for: answer.summary))
    #expect(
      answer.words.contains("1 of 2 installations require a signature, and would refuse this document as it stands"))
    #expect(answer.words.contains("herald sign POLICY --key NAME.key"))
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let signature: ExactString
    let reason: String
  }

  @Test(
    "A draft that is wrongly signed is forecast as signed, and refused for the reason that phones would have",
    arguments: [
      Wrong(
        testDescription: "a stranger's", signature: stranger.file(draft, "herald revision:8"), reason: "unknownKey"),
      Wrong(
        testDescription: "another document's", signature: publisher.file(accepted, "herald revision:8"),
        reason: "badSignature"),
      Wrong(
        testDescription: "another revision's", signature: publisher.file(draft, "herald revision:9"),
        reason: "metadataMismatch"),
      Wrong(
        testDescription: "one that has expired",
        signature: publisher.file(draft, "herald revision:8 expires:2026-03-01T00:00:00Z"), reason: "expired"),
      Wrong(testDescription: "no signature file", signature: "hello", reason: "unsigned"),
    ])
  func wrong(_ wrong: Wrong) throws {
    let answer = try Self.answer(signed: wrong.signature)
    #expect(answer.summary[.newlyForced] == 2)
    #expect(answer.lines.last?.contains(#""refused":{"\#(wrong.reason)":1}"#) == true)
  }

  @Test("Signing a draft makes the refusal go")
  func signed() throws {
    let answer = try Self.answer(signed: Self.publisher.file(Self.draft, "herald revision:8"))
    #expect(answer.summary[.newlyForced] == 2)
    #expect(answer.lines.last?.contains(#""refused":{}"#) == true)
    #expect(!answer.words.contains("Refused"))
  }

  @Test("The document that is in force needs no other signature, and changes nothing")
  func inForce() throws {
    let answer = try Self.answer(Self.accepted)
    #expect(answer.summary[.changed] == 0)
    #expect(answer.lines.last?.contains(#""refused":{}"#) == true)
  }

  @Test(
    "What no signature mends counts as unchanged",
    arguments: [(policy(6, force), "rollback"), (policy(7, force), "equivocation")])
  func lasting(draft: String, reason: String) throws {
    let answer = try Self.answer(draft)
    #expect(answer.summary.refusals.counts.keys.map(\.rawValue).contains(reason))
    #expect(answer.lines.first { $0.contains("/i/trusting") } == nil)
    #expect(answer.words.contains("raise `revision` above 7"))
  }

  @Test("An app whose keys cannot be read takes no document, so nothing is forecast for it")
  func nobody() throws {
    let answer = try Self.answer(in: Self.log(trust: #"{"keys":["RWQ"]}"#))
    #expect(answer.summary[.newlyForced] == 1)
    #expect(answer.lines.last?.contains(#""refused":{"unsigned":1}"#) == true)
    #expect(!answer.words.contains("herald sign"))
  }

  @Test(
    "A draft that phones refused as the log has it has to be signed, or their trust mended, whichever is at fault",
    arguments: [
      (nil, true, false), (#"{"keys":["RWQ"]}"#, false, true),
      (#"{"keys":["RWQ","\#(publisher.publicKey.text)"],"threshold":2}"#, false, true),
    ] as [(String?, Bool, Bool)])
  func refusedBefore(trust: String?, isToBeSigned: Bool, isTrustToBeMended: Bool) throws {
    var writer = JSONWriter()
    writer.string(ExactString(Self.draft))
    let fetched =
      #"{"trigger":"launch","url":"https://example.com/p.json","format":"herald","status":200,"#
      + #""digest":"\#(Digest.of(Self.draft))","document":\#(writer.string)}"#
    let later =
      #"{"specversion":"1.0","id":"e-9","source":"/i/trusting","type":"fetch.succeeded","#
      + #""time":"2026-03-02T08:01:00.000Z","revision":3,"data":\#(fetched)}"# + "\n"
    let log = Self.log(trust: trust) + later
    let words = try Self.answer(in: log).words
    #expect(words.contains("1 of 2 installations would refuse this document"), "\(words)")
    #expect(words.contains("herald sign POLICY --key NAME.key") == isToBeSigned, "\(words)")
    #expect(words.contains("release an app with a `trust` that can be read") == isTrustToBeMended, "\(words)")
    let question = ReachQuestion(
      Document(text: Self.draft, format: "herald"), at: try time("2026-03-02T08:00:00Z"))
    let answer = try question.answer(in: CorpusLog.events(lines: log))
    let found = try #require(answer.findings.first { $0.code.name == "refused" })
    #expect(found.fix.contains("herald sign POLICY --key NAME.key") == isToBeSigned, "\(found.fix)")
    #expect(found.fix.contains("release an app with a `trust` that can be read") == isTrustToBeMended, "\(found.fix)")
  }

  @Test("A signature that expired since the last fetch does not count for a draft, which is signed anew")
  func expiredBefore() throws {
    let later =
      #"{"specversion":"1.0","id":"e-9","source":"/i/trusting","type":"app.backgrounded","#
      + #""time":"2026-04-02T08:00:00.000Z","revision":3,"data":{}}"# + "\n"
    let answer = try Self.answer(in: Self.log(expires: " expires:2026-03-20T00:00:00Z") + later)
    #expect(answer.lines.last?.contains(#""refused":{"unsigned":1}"#) == true)
    #expect(answer.summary[.newlyForced] == 2)
  }

  @Test(
    "Lint with a log counts who would refuse the draft for its signature, until it is signed",
    arguments: [
      (nil, Diagnostic.Severity.warning, "1 of 2 installations would refuse this document as it stands."),
      (
        stranger.file(draft, "herald revision:8"), .error,
        "1 of 2 installations would refuse this document as it stands."
      ),
    ] as [(ExactString?, Diagnostic.Severity, String)])
  func lint(signature: ExactString?, severity: Diagnostic.Severity, what: String) throws {
    func finding(_ signature: ExactString?) throws -> Diagnostic? {
      var question = ReachQuestion(
        Document(text: Self.draft, format: "herald"), at: try time("2026-03-02T08:00:00Z"))
      question.signature = signature?.string
      let answer = try question.answer(in: CorpusLog.events(lines: Self.log()))
      return answer.findings.first { $0.code.name == "refused" }
    }
    let found = try #require(try finding(signature))
    #expect(found.severity == severity)
    #expect(found.what == what)
    #expect(found.fix.contains("herald sign POLICY --key NAME.key"))
    #expect(try finding(Self.publisher.file(Self.draft, "herald revision:8")) == nil)
  }

  @Test(
    "Of an app whose keys cannot be read every answer says that it accepts no document",
    arguments: [
      (#"{"keys":["RWQ"]}"#, "the app's `trust` cannot be read, so it trusts nobody and accepts no document"),
      (
        #"{"keys":["RWQ","\#(publisher.publicKey.text)"],"threshold":2}"#,
        "2 keys have to sign, and only 1 of those in the app's `trust` can be read, so it accepts no document"
      ),
    ])
  func unreadableTrust(trust: String, words: String) throws {
    let log = Self.log(trust: trust)
    #expect(try WhyQuestion(of: "/i/trusting").answer(in: CorpusLog.events(lines: log)).words.contains(words))
    let audit = try AuditQuestion().answer(in: CorpusLog.events(lines: log))
    #expect(audit.words.contains("1 installation accepts no document, because the app's `trust` cannot be read"))
    #expect(audit.json.contains(#""unreadable":1"#))
  }
}
