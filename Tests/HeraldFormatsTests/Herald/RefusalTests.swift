import Herald
import HeraldFormats
import Testing

@Suite("A document that is refused")
struct RefusalTests {
  @Test(
    "A document is refused for the first reason in the contract's order",
    arguments: [
      ("[", "other", .unknownFormat), ("", "Herald", .unknownFormat), ("{}", "", .unknownFormat),
      ("{}", "herald ", .unknownFormat), ("{", "herald", .invalidJSON), ("", "herald", .invalidJSON),
      (#"{"a":1,"a":2}"#, "turkcell", .invalidJSON), (#"{"updates":7,"x":"\ud800"}"#, "herald", .invalidJSON),
      ("[]", "herald", .invalidDocument), ("null", "herald", .invalidDocument), ("\"a\"", "herald", .invalidDocument),
      ("{}", "herald", .missingPackageName), (#"{"updates":7}"#, "herald", .missingPackageName),
      (#"{"packageName":" ","revision":"x"}"#, "herald", .missingPackageName),
      (#"{"packageName":7}"#, "herald", .missingPackageName), (#"{"packageName":null}"#, "herald", .missingPackageName),
      (#"{"packageName":"a","updates":7}"#, "herald", .invalidDocument), (#"{"packageName":"a"}"#, "herald", nil),
    ] as [(String, ExactString, RefusalReason?)])
  func firstReasonRefusesADocument(text: String, format: ExactString, reason: RefusalReason?) {
    let document = read(text, format: format)
    #expect(document.refusal == reason)
    #expect(document.diagnostics.contains { $0.severity == .error } == (reason != nil))
    #expect(document.diagnostics.allSatisfy(isComplete))
    #expect(document.diagnostics.last { $0.severity == .error }?.code.name == reason?.rawValue)
  }

  @Test("All mistakes of a refused document are told, and the first that refuses it comes last")
  func allMistakesOfARefusedDocumentAreTold() {
    let document = read(
      #"""
      {"packagename":"a","revision":"x","updates":[{"id":1,"rollout":200,"descriptions":{},"forceExit":1}],"messages":7}
      """#)
    #expect(document.refusal == .missingPackageName)
    #expect(
      document.diagnostics.map { "\($0.code) \($0.place?.pointer ?? "")" } == [
        "unknownKey /packagename", "invalidRule /updates/0/rollout", "invalidDocument /revision",
        "invalidDocument /messages", "missingPackageName ",
      ])
    #expect(document.diagnostics.last?.fix == "rename `packagename` to `packageName`")
  }

  @Test(
    "A refused document is refused at the place that is at fault",
    arguments: [
      ("{\"packageName\":\"a\",\n \"é\" ▸'x'}", "", .invalidJSON), ("▸7", "", .invalidDocument),
      (" \n ▸[1]", "", .invalidDocument), ("▸{ }", "", .missingPackageName),
      (#"{"packageName": ▸"\t"}"#, "/packageName", .missingPackageName),
      (#"{"packageName":"é😀", "revision": ▸1.5}"#, "/revision", .invalidDocument),
      (#"{"packageName":"a","revision":▸"1e"}"#, "/revision", .invalidDocument),
      (#"{"packageName":"a","revision":▸9007199254740992}"#, "/revision", .invalidDocument),
      (#"{"packageName":"a","revision":▸true}"#, "/revision", .invalidDocument),
      (#"{"packageName":"a","reviewVersions":▸["1"]}"#, "/reviewVersions", .invalidDocument),
      (#"{"packageName":"a","pushOnForeground":▸"yes"}"#, "/pushOnForeground", .invalidDocument),
      (#"{"packageName":"a","pushOnForeground":▸2}"#, "/pushOnForeground", .invalidDocument),
      (#"{"packageName":"a","updates":▸"x"}"#, "/updates", .invalidDocument),
      (#"{"packageName":"a","updates":[],"messages":▸true}"#, "/messages", .invalidDocument),
    ] as [(String, String, RefusalReason)])
  func refusalNamesThePlaceAtFault(marked: String, pointer: String, reason: RefusalReason) throws {
    let marked = try Marked(marked)
    let document = read(marked.text)
    #expect(document.refusal == reason)
    let place = DocumentPlace(line: marked.line, column: marked.column, pointer: pointer)
    #expect(document.diagnostics.map(\.place) == [place])
  }

  @Test("A document is read up to a mebibyte, and refused one byte above", arguments: [0, 1])
  func documentSizeLimitIsAMebibyte(excess: Int) {
    let text = #"{"packageName":"a","x":"é"#
    let fill = String(repeating: " ", count: Document.sizeLimit + excess - text.utf8.count - 2)
    #expect(Document.sizeLimit == 1_048_576)
    #expect(read(text + "\"" + fill + "}").refusal == (excess == 0 ? nil : .tooLarge))
    #expect(read(text + "\"" + fill + "}", format: "no").refusal == .unknownFormat)
    #expect(read(text + fill + "}}").refusal == (excess == 0 ? .invalidJSON : .tooLarge))
  }

  @Test(
    "A document is read up to 64 levels of nesting, the root being the first",
    arguments: [("[", "]"), (#"{"a":"#, "}")])
  func documentDepthLimitIs64(open: String, close: String) throws {
    let deep = { (levels: Int) in
      let inner = open == "[" ? "" : "{}"
      let count = open == "[" ? levels : levels - 1
      return String(repeating: open, count: count) + inner + String(repeating: close, count: count)
    }
    let document = { (levels: Int) in #"{"packageName":"a","x":\#(deep(levels - 1))}"# }
    #expect(read(document(64)).refusal == nil)
    let refused = read(document(65))
    #expect(refused.refusal == .invalidJSON)
    #expect(refused.diagnostics.first?.why == "objects and arrays are nested over 64 levels")
  }

  @Test("A document of an unknown format is refused with a list of the known formats")
  func unknownFormatListsTheKnownOnes() throws {
    let diagnostic = try #require(read("{}", format: "ini").diagnostics.first)
    #expect(diagnostic.what == "The format `ini` is not known.")
    #expect(Formats.all.flatMap { $0.names }.allSatisfy { diagnostic.fix.contains("`\($0)`") })
  }
}
