import Herald
import Testing

@testable import HeraldLog
@testable import HeraldQuestions

@Suite("The words on heads that were kept elsewhere")
struct HeadWordsTests {
  private static func report(agreeing: [Int], differing: [Int] = [], beyond: [Int] = []) -> ChainReport {
    var heads = ComparedHeads("/i/1")
    for revision in agreeing { heads.record(revision, agrees: true) }
    for revision in differing { heads.record(revision, agrees: false) }
    for revision in beyond { heads.record(revision, agrees: nil) }
    var report = ChainReport()
    report.comparedHeads = [heads]
    report.breaks = differing.map { place(.otherHead, $0) }
    return report
  }

  private static func place(_ kind: ChainBreak.Kind, _ revision: Int) -> ChainBreak {
    ChainBreak(kind: kind, source: "/i/1", revision: revision, position: nil)
  }

  @Test(
    "A change is narrowed down to the heads around it",
    arguments: [
      ([40, 91], [123], "agrees at 91, differs at 123: changed between 92 and 123"),
      ([91], [92], "agrees at 91, differs at 92: changed at 92"),
      ([91], [123, 130, 140], "agrees at 91, differs at 123 (and 2 later heads too): changed between 92 and 123"),
      ([], [123], "it differs from the head you gave, and no head before it agrees: changed at 123 or before"),
    ])
  func changes(agreeing: [Int], differing: [Int], expected: String) {
    let report = Self.report(agreeing: agreeing, differing: differing)
    #expect(report.toldBreaks.map { report.otherHeadWords($0) } == [expected])
  }

  @Test(
    "A missing end is told with the number of events, and with what no head proves",
    arguments: [
      (
        [97], [113],
        "the stream ends here, and a head was noted at 113: 4 events are missing, and 98 to 109 are unproved"
      ),
      ([109], [110], "the stream ends here, and a head was noted at 110: 1 event is missing"),
      ([108], [113], "the stream ends here, and a head was noted at 113: 4 events are missing, and 109 is unproved"),
    ])
  func ends(agreeing: [Int], beyond: [Int], expected: String) {
    let report = Self.report(agreeing: agreeing, beyond: beyond)
    #expect(report.tailWords(Self.place(.tailMissing, 109)) == expected)
  }

  @Test("A stream of which no head was kept is told as before")
  func withoutHeads() {
    let report = ChainReport()
    #expect(report.tailWords(Self.place(.tailMissing, 9)) == "the stream ends here, though it once went further")
    #expect(report.comparedWords == nil)
  }

  @Test("A difference of a stream whose heads are all beyond its end is told")
  func differenceWithoutAValue() {
    var report = Self.report(agreeing: [], beyond: [9])
    report.breaks = [Self.place(.otherHead, 7)]
    #expect(report.toldBreaks == report.breaks)
    #expect(report.toldBreaks.map { report.otherHeadWords($0) } == ["it differs from the head you gave"])
  }

  @Test("How many heads agree is said in one line")
  func counts() {
    #expect(
      Self.report(agreeing: [1, 2], differing: [5], beyond: [9]).comparedWords
        == "2 of 4 heads agree, 1 differs, 1 is beyond the end of its stream")
    #expect(Self.report(agreeing: [1]).comparedWords == "1 of 1 head agrees")
    var heads = ComparedHeads("/i/1")
    heads.forgotten = 2
    var report = ChainReport()
    report.comparedHeads = [heads]
    #expect(report.comparedWords == "0 of 2 heads agree, 2 are within a forgotten beginning and compared with nothing")
  }
}
