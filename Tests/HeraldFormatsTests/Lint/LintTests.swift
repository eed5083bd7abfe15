import Herald
import HeraldFormats
import Testing

@Suite("Lint")
struct LintTests {
  /// The moment at which all documents are checked.
  static let now = DeviceTime(rfc3339: "2026-03-02T08:00:00Z")?.moment

  static func findings(in text: String, format: ExactString = "herald") -> [Diagnostic] {
    Lint.findings(in: Document(text: text, format: format), at: now)
  }

  static let cases: [LintCase] =
    documentCases + filterCases + versionFilterCases + rulePairCases + ruleCases + mannerCases + windowCases
    + textCases

  @Test("Lint finds in each sample document exactly what its case expects", arguments: cases)
  func lintFindsWhatTheCaseExpects(_ lintCase: LintCase) {
    let found = Self.findings(in: lintCase.text).map { "\($0.code) \($0.place?.pointer ?? "-")" }
    #expect(found == lintCase.expected)
  }

  @Test("Every lint check has a case that it finds, and a near miss that it passes over")
  func everyCheckHasACaseAndANearMiss() {
    for check in Lint.checks {
      #expect(
        Self.cases.contains { $0.code == check.code.name && !$0.expected.isEmpty }, "no case of \(check.code.name)")
      #expect(
        Self.cases.contains { lintCase in
          lintCase.code == check.code.name
            && !lintCase.expected.contains { $0.hasPrefix("\(check.code.name) ") }
        }, "no near miss of \(check.code.name)")
    }
  }

  @Test("Lint checks have distinct codes") func codesAreUnique() {
    #expect(Set(Lint.checks.map(\.code.name)).count == Lint.checks.count)
  }

  @Test(
    "Lint finds nothing in a clean document",
    arguments: [
      SampleDocument.text(updates: [SampleDocument.update()], messages: [SampleDocument.message()]),
      SampleDocument.text(updates: [
        SampleDocument.force(["filters": #"{"appVersionName": "<7"}"#]), SampleDocument.update(["id": "2"]),
      ]),
    ])
  func cleanDocumentsHaveNoFindings(_ text: String) { #expect(Self.findings(in: text).isEmpty) }

  @Test("Lint gives the reader's findings before its own") func readersFindingsComeFirst() {
    let text = SampleDocument.text(
      ["revision": nil], updates: [SampleDocument.update(["rollout": "120"]), SampleDocument.update()])
    #expect(Self.findings(in: text).map(\.code.name) == ["invalidRule", "noRevision"])
    #expect(Self.findings(in: "[]").map(\.code.name) == ["invalidDocument"])
    #expect(Self.findings(in: "{}", format: "nonsense").map(\.code.name) == ["unknownFormat"])
  }

  @Test("Lint checks Turkcell's documents as Herald's own") func turkcellDocumentsAreChecked() {
    #expect(Self.findings(in: SampleDocument.text(), format: "turkcell").map(\.code.name) == ["emptyPolicy"])
  }

  @Test("Lint judges no date where it is given no time") func datesNeedATime() {
    let text = SampleDocument.text(messages: [SampleDocument.message(["displayBeforeDate": "\"2001-01-01T00:00Z\""])])
    #expect(Lint.findings(in: Document(text: text, format: "herald"), at: nil).isEmpty)
    #expect(Self.findings(in: text).map(\.code.name) == ["windowOver"])
  }

  @Test("A lint finding names its line, column and pointer") func findingNamesLineAndColumn() throws {
    let text = """
      {"packageName": "com.example.app", "revision": 1,
       "reviewVersions": ",!", "messages": [
      """
    let finding = try #require(Self.findings(in: text + SampleDocument.message() + "]}").first)
    #expect(finding.place == DocumentPlace(line: 2, column: 20, pointer: "/reviewVersions"))
  }

  @Test(
    "A lint finding's column counts Unicode scalars, also in a long line", arguments: ["\n", " "], ["e", "é", "語", "😀"])
  func columnsCountScalars(_ newline: String, _ letter: String) throws {
    let long = SampleDocument.message(["descriptions": "{\"*\": \"\(String(repeating: letter, count: 3000))\"}"])
    let head = "\u{FEFF}{\"packageName\": \"com.example.app\", \"revision\": 1,"
    let text = "\(head)\(newline)\"messages\": [\(long)], \"pushOnForeground\": 0}"
    let finding = try #require(Self.findings(in: text).last)
    let line = try #require(text.split(separator: "\n").last).unicodeScalars
    let place = try #require(line.lastIndex(of: "0"))
    let mark = newline == "\n" ? 0 : 1
    #expect(finding.code.name == "writtenAsText")
    #expect(finding.place?.line == (newline == "\n" ? 2 : 1))
    #expect(finding.place?.column == line.distance(from: line.startIndex, to: place) + 1 - mark)
  }

  @Test("Lint names a device for which an optional update hides a forced one") func possiblyHiddenForceNamesADevice() {
    let first = SampleDocument.update(["filters": #"{"deviceOsVersion": "<10"}"#])
    let second = SampleDocument.force(["id": "0", "filters": #"{"appVersionName": "<7.5"}"#])
    let found = Self.findings(in: SampleDocument.text(updates: [first, second]))
    #expect(found.first?.what == "The optional update `update:1` may hide the forced update `/updates/1`.")
    #expect(
      found.first?.why == """
        the first rule that passes is shown, and both are for a device with `deviceOsVersion` `9` and `appVersionName` \
        `7.0`
        """)
    #expect(found.map(\.code.name) == ["possiblyHiddenForce", "zeroID"])
  }

  @Test("Lint names the occasion at which an optional update hides a forced one, unless that is a launch")
  func possiblyHiddenForceNamesTheOccasion() {
    let first = SampleDocument.update(["triggers": #"["operation:pay"]"#])
    let found = Self.findings(in: SampleDocument.text(updates: [first, SampleDocument.force(["id": "2"])]))
    #expect(
      found.map(\.why) == [
        "the first rule that passes is shown, and both are for the same devices at the operation `pay`"
      ])
  }

  @Test("Lint says where a message without a limit is shown")
  func messageWithoutLimitNamesItsOccasion() {
    let changes: [KeyValuePairs<String, String?>] = [
      ["maxDisplayCount": nil], ["maxDisplayCount": nil, "triggers": #"["operation:pay"]"#],
    ]
    let found = changes.flatMap { Self.findings(in: SampleDocument.text(messages: [SampleDocument.message($0)])) }
    #expect(
      found.map(\.what) == [
        "The message `message:1` is shown at every launch.",
        "The message `message:1` is shown each time that it is asked for.",
      ])
  }

  @Test("Lint compares no rules whose segments have very many filters")
  func rulesOfLargeSegmentsAreNotCompared() {
    let filters = (0..<700).map { "\"x-\($0)\": \"!a\"" }.joined(separator: ", ")
    let rules = [
      SampleDocument.update(["inSegments": #"["s"]"#]), SampleDocument.force(["id": "2", "inSegments": #"["s"]"#]),
    ]
    #expect(Self.findings(in: SampleDocument.text(["segments": "{\"s\": {\(filters)}}"], updates: rules)).isEmpty)
  }

  @Test(
    "Lint suggests how to write the operand of a comparison that is not a version",
    arguments: [
      ("<v2", "write `<2`"), ("!> 2.*", "write `!>2`"), ("<1.0rc1", "write `<1.0-rc1`"), ("<2.x", "write `<2`"),
      ("<1e3", "write numbers between dots, such as `2.10`"), ("<0x10", "write numbers between dots, such as `2.10`"),
      ("><5", "write numbers between dots, such as `2.10`"),
    ])
  func lintSuggestsARepairedOperand(_ filter: String, _ fix: String) {
    let text = SampleDocument.text(updates: [SampleDocument.update(filters: "{\"appVersionCode\": \"\(filter)\"}")])
    #expect(Self.findings(in: text).map(\.fix) == [fix])
  }

  @Test("Lint ends soon on very large documents, and finds only what is wrong with them", .timeLimit(.minutes(30)))
  func lintReadsLargeDocuments() {
    let manyRules = (0..<600).map {
      SampleDocument.force(["id": "\($0)", "filters": #"{"appVersionName": "<\#($0)"}"#])
    }
    let manyParts = (0..<50_000).map { "<\($0)" }.joined(separator: ",")
    let longPart = String(repeating: "a*", count: 100_000) + "b"
    #expect(Self.codes(updates: manyRules) == ["unreachableRule", "zeroID"])
    for filter in [manyParts, longPart] {
      #expect(Self.codes(updates: [SampleDocument.update(filters: "{\"deviceModel\": \"\(filter)\"}")]) == [])
    }
  }

  private static func codes(updates: [String]) -> Set<String> {
    Set(findings(in: SampleDocument.text(updates: updates)).map(\.code.name))
  }
}
