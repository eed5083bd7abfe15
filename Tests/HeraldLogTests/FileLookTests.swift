import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("Logs of which no event was read")
struct FileLookTests {
  static let event =
    #"{"specversion":"1.0","id":"e","source":"/i","type":"app.backgrounded","time":"2026-03-02T08:00:00Z"}"#

  /// A file that a support desk or a build server was given, the words for it, and the command that helps.
  struct Given: CustomTestStringConvertible, Sendable {
    let name: String
    let bytes: [UInt8]
    let words: String
    let help: String
    var testDescription: String { name }

    init(_ name: String, _ bytes: [UInt8], _ words: String, _ help: String) {
      (self.name, self.bytes, self.words, self.help) = (name, bytes, words, help)
    }

    init(_ name: String, _ text: String, _ words: String, _ help: String) {
      self.init(name, Array(text.utf8), words, help)
    }
  }

  private static func utf16(_ text: String, littleEndian: Bool = true) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      return littleEndian ? bytes : bytes.reversed()
    }
  }

  static let files: [Given] = [
    // ThetaDataDx#1308, html-proofer#570: a download in a build that got a page.
    Given("an error page", "<html><body>Access denied</body></html>", "an HTML page", "curl --fail"),
    Given("a page with a mark", "\u{FEFF}\r\n<!DOCTYPE html>\n<html>\n</html>\n", "an HTML page", "browser"),
    Given("an answer of a storage", "<?xml version=\"1.0\"?>\n<Error><Code>AccessDenied</Code></Error>", "XML", "load"),
    Given(
      "a feed", "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"/>\n", "a feed", "herald lint --policy-format appcast"),
    Given("a gzip archive", [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 10], "gzip", "gzip -dc < "),
    Given("a zip archive", [0x50, 0x4B, 3, 4, 20, 10, 0], "zip", "funzip < "),
    // What is stored in an archive without being compressed reads as lines, but for the first.
    Given(
      "a stored zip archive", [0x50, 0x4B, 3, 4, 10, 0, 0, 0, 0, 0] + Array("log.jsonl\(event)\n\(event)\nPK".utf8),
      "a zip archive", "funzip < "),
    Given(
      "a tar archive of a log",
      [UInt8](repeating: 0, count: 257) + Array("ustar".utf8) + [UInt8](repeating: 0, count: 250)
        + Array("\(event)\n\(event)\n".utf8) + [UInt8](repeating: 0, count: 512), "a tar archive", "tar -xOf - < "),
    Given("an empty zip archive", [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 18), "empty zip", "pack"),
    Given("a zstd archive", [0x28, 0xB5, 0x2F, 0xFD, 4], "zstd", "zstd -dc < "),
    Given("an xz archive", [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0, 10], "xz", "xz -dc < "),
    Given("a tar archive", [UInt8](repeating: 1, count: 257) + Array("ustar".utf8), "a tar archive", "tar -xOf - < "),
    // CodexBar#2544: PowerShell's `>`.
    Given("UTF-16 with a mark", [0xFF, 0xFE] + utf16(event + "\r\n"), "UTF-16", "iconv -f UTF-16 -t UTF-8 < "),
    Given("UTF-16 without a mark", utf16(event + "\n"), "UTF-16LE", "iconv -f UTF-16LE"),
    Given("UTF-16, big endian", utf16(event + "\n", littleEndian: false), "UTF-16BE", "iconv -f UTF-16BE"),
    Given("one event behind a mark", "\u{FEFF}" + event + "\n", "byte order mark", "tail -c +4 < "),
    Given("base64", Data((event + "\n").utf8).base64EncodedString() + "\n", "base64", "base64 -d < "),
    Given(
      "a pretty-printed event", "{\n  \"specversion\": \"1.0\",\n  \"id\": \"e\"\n}\n", "over several lines", "jq -c ."),
    Given(
      "two pretty-printed events", String(repeating: "{\n  \"specversion\": \"1.0\",\n  \"id\": \"e\"\n}\n", count: 2),
      "over several lines", "jq -c ."),
    Given("an array", "[\(event),\(event)]", "one JSON array", "jq -c '.[]' < "),
    Given("no item", "[]\n", "one JSON array", "jq"),
    Given("an answer that holds events", #"{"events":[\#(event)]}"#, "object that holds events", "jq -c '.events[]'"),
    Given("hits of a search", #"{"_id":"1","_source":\#(event)}"# + "\n", "objects that hold", "jq -c '._source'"),
    Given(
      "a container's log", #"{"log":"{\"specversion\":\"1.0\"}\n","stream":"stdout"}"# + "\n", "as texts",
      "jq -r '.log'"),
    Given("texts that hold events", #""{\"specversion\":\"1.0\"}""# + "\n", "JSON texts", "jq -r ."),
    Given("lines with a time before", "2026-03-02T08:00:00Z \(event)\n", "before each event", "sed"),
    Given("several on a line", "\(event)\(event)", "on one line", "jq -c ."),
    Given("a policy", #"{"packageName":"a","updates":[]}"#, "a policy, not a log", "herald lint"),
    Given("a policy over lines", "{\n \"packageName\": \"a\",\n \"updates\": []\n}\n", "a policy", "herald lint"),
    Given("a table", "source,revision,type\n/i,1,app.launched\n", "a table (CSV)", "herald export"),
    Given("heads", #"{"source":"/i","revision":4,"chain":"00"}"# + "\n", "heads of a ledger", "herald audit"),
    Given("decisions", #"{"source":"/i","trigger":"launch","reason":"shown"}"# + "\n", "answers of Herald", "ledger"),
    Given("other JSON", #"{"name":"a"}"# + "\n", "JSON without events", "one JSON object per line"),
    Given("one document", "{\n \"name\": \"a\"\n}\n", "one JSON document", "one JSON object per line"),
    Given(
      "a pointer of Git LFS", "version https://git-lfs.github.com/spec/v1\noid sha256:0\n", "Git LFS", "git lfs pull"),
    Given("the beginning of an event", #"{"specversion":"1.0","id"#, "the beginning of one event", "older copy"),
    Given("one byte of an event", "{", "the beginning of one event", "older copy"),
    Given("words", "404: Not Found", "text, not events", "download"),
    Given("blank lines", "\n \n", "blank lines alone", "wrote nothing"),
    Given("zero bytes", [UInt8](repeating: 0, count: 4096), "zero bytes", "once more"),
    Given("binary data", (0...255).map { UInt8($0) } + [UInt8](repeating: 0x9F, count: 256), "binary data", "packed"),
    Given("a ledger in a pipe", Array("SQLite format 3\0".utf8) + [0, 0], "a ledger, read as lines", "path"),
  ]

  private func refusal(_ bytes: [UInt8], _ options: ReadingOptions = ReadingOptions()) throws -> Diagnostic? {
    let reader = LogReader(
      log: try ByteSource(name: "week.jsonl", bytes: bytes), shelf: DocumentShelf(reading: Formats.reading),
      options: options)
    do { try reader.check() } catch let refused as LogRefused {
      #expect(refused.exitStatus == .invalid)
      return refused.diagnostics.first
    }
    return nil
  }

  @Test("A file without an event is refused with its looks and the command that helps", arguments: files)
  func looksAreNamed(_ given: Given) throws {
    for options in [ReadingOptions(), ReadingOptions(skipsInvalid: true), ReadingOptions(isPartial: true)] {
      let finding = try #require(try refusal(given.bytes, options))
      #expect(finding.code.name == "noEvents")
      #expect(finding.what.contains(given.words), "\(finding.what)")
      #expect(finding.fix.contains(given.help), "\(finding.fix)")
    }
  }

  @Test("An array over several lines is named, though its last item stands on a line as an event does")
  func arrayOverLinesIsNamed() throws {
    let finding = try #require(try refusal(Array("[\n\(Self.event),\n\(Self.event)\n]\n".utf8)))
    #expect(finding.code.name == "noEvents")
    #expect(finding.fix.contains("jq -c '.[]' < "))
  }

  @Test("A log without a byte is empty, and is refused only where events are needed")
  func emptyLogIsRefusedForAVerdict() throws {
    #expect(try refusal([]) == nil)
    let reader = LogReader(
      log: try ByteSource(name: "week.jsonl", bytes: []), shelf: DocumentShelf(reading: Formats.reading))
    reader.needsEvents = true
    let error = #expect(throws: LogRefused.self) { try reader.check() }
    #expect(error?.diagnostics.map(\.code.name) == ["noEvents"])
  }

  @Test(
    "A line that is an event, or begins as one, is named with its own mistake",
    arguments: [
      (#"{"specversion":"1.0","id":"e"}"# + "\n", "missingAttribute"),
      (#"{"specversion":"1.0","id"# + "\n", "notJSON"), (#" {"a" 1}"# + "\n", "notJSON"),
      (#"{"specversion":"2.0","id":"e","source":"/i","type":"t"}"# + "\n", "unsupportedSpecVersion"),
    ])
  func badEventsAreBadLines(text: String, code: String) throws {
    #expect(try refusal(Array(text.utf8))?.code.name == code)
  }

  @Test(
    "A last line without a newline is torn only where it begins as an event does",
    arguments: [
      (#"{"specversion":"#, true), (#" {"a"#, true), ("{", true), ("<html></html>", false), ("[1,", false),
      ("curl: (56) Recv failure", false), ("{ \"a", false),
    ])
  func tornBeginsAsAnEvent(_ last: String, isTorn: Bool) throws {
    let finding = try refusal(Array((Self.event + "\n" + last).utf8))
    #expect(finding?.code.name == (isTorn ? nil : "notJSON"))
  }

  @Test(
    "A torn line is no note beside the finding that a log has no event",
    arguments: [(#"{"specversion":"#, false), (event + event, false), (event + "\n" + #"{"specversion":"#, true)])
  func tornIsNoNoteBesideNoEvents(text: String, isNoted: Bool) throws {
    var notes: [String] = []
    let reader = LogReader(
      log: try ByteSource(name: "week.jsonl", bytes: Array(text.utf8)), shelf: DocumentShelf(reading: Formats.reading)
    ) { notes.append($0.code.name) }
    if isNoted { try reader.check() } else { #expect(throws: LogRefused.self) { try reader.check() } }
    #expect(notes == (isNoted ? ["torn"] : []))
  }

  @Test("A repeated event is an event, so that a log may be imported again")
  func repeatedLogIsRead() throws {
    let scratch = try Scratch()
    let ledger = try Ledger(path: scratch.ledger)
    let lines = Phone.busy(1).lines
    _ = try ledger.importLog(try scratch.log(lines))
    #expect(try ledger.importLog(try scratch.log(lines)).duplicates == lines.count)
    try ledger.close()
  }

  @Test("Two events at one revision say that two phones go by one name")
  func restoredBackupIsAFork() throws {
    let scratch = try Scratch()
    let lines = Phone.busy(1).lines
    let other = lines[3].replacingOccurrences(of: #""id":"e-4""#, with: #""id":"n-4""#)
    let bytes = Array((lines + [other]).map { $0 + "\n" }.joined().utf8)
    let finding = try #require(try refusal(bytes))
    #expect(finding.code.name == "forked")
    #expect(finding.why.contains("two phones go by one name"))
    let ledger = try Ledger(path: scratch.ledger)
    _ = try ledger.importLog(try scratch.log(lines))
    let error = #expect(throws: LogRefused.self) { _ = try ledger.importLog(try scratch.log([other])) }
    #expect(error?.diagnostics.map(\.code.name) == ["forked"])
    try ledger.close()
  }

  @Test("An event that comes again with a rounded number names the member and both values")
  func differenceIsNamed() throws {
    let line = Self.event.dropLast() + #","data":{"n":12345678901234567890}}"#
    let rounded = line.replacing("12345678901234567890", with: "12345678901234567000")
    let finding = try #require(try refusal(Array("\(line)\n\(rounded)\n".utf8)))
    #expect(finding.code.name == "idTaken")
    #expect(finding.why.contains("`/data/n`: `12345678901234567890` and `12345678901234567000`"))
    #expect(finding.why.contains("jq"))
  }
}
