import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The text that names an installation")
struct SourceNameTests {
  private static func line(_ source: String, _ revision: Int, _ type: String, _ data: String) -> String {
    #"{"specversion":"1.0","id":"e-\#(revision)","source":"\#(source)","type":"\#(type)","#
      + #""time":"2026-03-02T08:0\#(revision):00Z","revision":\#(revision),"data":\#(data)}"# + "\n"
  }

  private static func launch(_ source: String, _ user: String) -> String {
    line(source, 1, "app.launched", #"{"properties":{},"user":"\#(user)"}"#)
  }

  /// `/i/Ada-1` has no user `ada`, and `u-86225` had another name first.
  private static let log =
    launch("/i/Ada-1", "bob") + launch("/i/2", "u-86225") + launch("/i/3", "Zoe") + launch("/i/4", "carl")
    + line("/i/2", 2, "user.changed", #"{"user":"ada"}"#) + line("/i/4", 2, "user.changed", #"{"user":"Zoe"}"#)
    + line("/i/4", 3, "user.changed", #"{"user":null}"#)

  /// The installation that the text means, in a file, in a pipe and in a ledger.
  private func named(_ text: String) throws -> [ExactString] {
    let scratch = try Scratch()
    let pipe = LogReader(
      log: try ByteSource(name: "-", bytes: Array(Self.log.utf8)), shelf: DocumentShelf(reading: Formats.reading))
    return try [
      CorpusLog.events(lines: Self.log), LoggedEvents(pipe, named: LogName("-")),
      CorpusLog.events(ledgerOf: Self.log, in: scratch),
    ].map { events in try #require(try events.only(text).selected) }
  }

  @Test(
    "An exact name comes before a user, a user before the same in another case, and those before a part of a name",
    arguments: [
      ("/i/3", "/i/3"), ("bob", "/i/Ada-1"), ("ada", "/i/2"), ("ADA", "/i/2"), ("U-86225", "/i/2"), ("CARL", "/i/4"),
      ("ada-", "/i/Ada-1"), ("I/4", "/i/4"),
    ])
  func order(_ text: String, _ source: String) throws {
    for found in try named(text) { #expect(found == ExactString(source)) }
  }

  @Test(
    "A user is named without the marks of letters, where nobody has exactly this name",
    arguments: [("Öztürk", "/i/1"), ("ozturk", "/i/2"), ("OZTURK", "/i/2"), ("özturk", nil)] as [(String, ExactString?)]
  )
  func withoutMarks(_ text: String, _ source: ExactString?) throws {
    let log = Self.launch("/i/1", "öztürk") + Self.launch("/i/2", "ozturk") + Self.launch("/i/3", "anna")
    let events = try CorpusLog.events(lines: log)
    if let source {
      #expect(try events.only(text).selected == source)
    } else {
      let error = try #require(throws: LogRefused.self) { try events.only(text) }
      #expect(error.diagnostics.first?.what == "`özturk` is a user of 2 installations.")
    }
  }

  @Test("Who is near is found without the marks of letters")
  func nearWithoutMarks() throws {
    let log = Self.launch("/i/1", "mehmet.ozturk") + Self.launch("/i/2", "anna")
    let error = try #require(throws: LogRefused.self) { try CorpusLog.events(lines: log).only("Öztürk") }
    #expect(error.diagnostics.first?.fix.hasPrefix("did you mean the user `mehmet.ozturk` of `/i/1`? ") == true)
  }

  private func refusal(_ text: String) throws -> Diagnostic {
    let error = try #require(throws: LogRefused.self) { try CorpusLog.events(lines: Self.log).only(text) }
    #expect(error.exitStatus == .invalid)
    return try #require(error.diagnostics.first)
  }

  @Test("A user of several installations is refused, with when each had it")
  func several() throws {
    let refusal = try refusal("zoe")
    #expect(refusal.code.name == "noInstallation")
    #expect(refusal.what == "`zoe` is a user of 2 installations.")
    #expect(
      refusal.fix
        == "name one of them: `/i/3` (from 2026-03-02 08:01:00.000 +00:00 to the end), "
        + "`/i/4` (from 2026-03-02 08:02:00.000 +00:00 until 2026-03-02 08:03:00.000 +00:00)")
  }

  @Test("A text that names nobody is refused with who is near: a part of a user, or a name that is spelled nearly so")
  func near() throws {
    #expect(try refusal("862").fix.hasPrefix("did you mean the user `u-86225` of `/i/2`? Otherwise use one of"))
    #expect(try refusal("crl").fix.hasPrefix("did you mean the user `carl` of `/i/4`? "))
    #expect(try refusal("/j/4").fix.hasPrefix("did you mean `/i/4`? "))
    #expect(try refusal("somebody else").fix.hasPrefix("use one of those that the log has, or a part of its name: "))
  }

  @Test("Each question takes a user for an installation")
  func questions() throws {
    let ofUser = try BisectQuestion(Condition("revision > 0"), of: "ADA").answer(in: CorpusLog.events(lines: Self.log))
    #expect(ofUser.json.hasPrefix(#"{"source":"/i/2","#))
    let audit = try AuditQuestion(of: "carl").answer(in: CorpusLog.events(lines: Self.log))
    #expect(audit.json.contains(#""installations":1"#))
    let diff = try DiffQuestion(of: ["bob", "carl"]).answer(in: CorpusLog.events(lines: Self.log))
    #expect(diff.json.contains("/i/Ada-1"))
    #expect(diff.json.contains("/i/4"))
  }
}
