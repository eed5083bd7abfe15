import Foundation
import HeraldTesting
import Synchronization
import Testing

@Suite("Checking a field log")
struct CheckTests {
  @Test("Each value that differs is one issue with its text, although three readers find it")
  func eachDifferenceIsOneIssue() throws {
    let corpus = try CopiedCase("update/end-of-service-without-a-link")
    try corpus.change(#""reason":"shown""#, to: #""reason":"count""#, inLine: 1)
    let comments = try corpus.differences()
    try #require(comments.count == 1)
    #expect(
      comments[0] == """
        end-of-service-without-a-link: the decision of `/installations/90ffb1c4` at revision 2: \
        /reason: expected − "count", actual + "shown"
        """)
  }

  @Test("An issue stands at the call of check")
  func issueStandsAtTheCall() throws {
    let corpus = try CopiedCase("update/end-of-service-without-a-link")
    try corpus.change(#""reason":"shown""#, to: #""reason":"count""#, inLine: 1)
    let log = try corpus.log()
    let places = Mutex<[SourceLocation?]>([])
    var line = 0
    try withKnownIssue {
      line = #line + 1
      try log.check()
    } matching: { issue in
      places.withLock { $0.append(issue.sourceLocation) }
      return true
    }
    let found = places.withLock { $0 }
    try #require(found.count == 1)
    #expect(found[0]?.line == line)
    #expect(found[0]?.fileName == "CheckTests.swift")
  }

  @Test("The first issue about a decision has the smallest log in which it still differs")
  func smallestLogIsShown() throws {
    let corpus = try CopiedCase("update/reminder-at-most-twice")
    try corpus.change(#""reason":"shown""#, to: #""reason":"count""#, inLine: 1)
    let comments = try corpus.issues()
    #expect(comments.count == 1)
    #expect(comments[0].contains("The smallest log in which the decision of"))
    #expect(comments[0].contains(#""originalrevision":"#))
    let small = comments[0].split(separator: "\n").filter { $0.contains(#""specversion""#) }
    let whole = try String(contentsOf: corpus.folder.appendingPathComponent("log.jsonl"), encoding: .utf8)
    #expect(small.count > 0 && small.count < whole.split(separator: "\n").count)
  }

  @Test("A case without an expectation fails once, and agrees from then on")
  func missingExpectationFailsOnce() throws {
    let corpus = try CopiedCase("clock/leap-second")
    try FileManager.default.removeItem(at: corpus.expectation)
    let comments = try corpus.issues()
    #expect(comments.count == 1)
    #expect(comments[0].contains("had no expectation. It is written now"))
    try corpus.log().check()
  }

  @Test("A log that is refused is not written as an expectation, unless its case says so")
  func refusalIsNotWritten() throws {
    let corpus = try CopiedCase("clock/leap-second")
    try FileManager.default.removeItem(at: corpus.expectation)
    try Data("{\n".utf8).write(to: corpus.folder.appendingPathComponent("log.jsonl"))
    try Data("{}".utf8).write(to: corpus.folder.appendingPathComponent("case.json"))
    #expect(try corpus.issues()[0].contains("its log is refused"))
    #expect(!FileManager.default.fileExists(atPath: corpus.expectation.path))
    try Data(#"{"refusedLine": 1}"#.utf8).write(to: corpus.folder.appendingPathComponent("case.json"))
    #expect(try corpus.issues()[0].contains("It is written now"))
    try corpus.log().check()
  }

  @Test("A file of a case that cannot be read is an error that names the file and the reason")
  func unreadableFilesAreErrors() throws {
    let corpus = try CopiedCase("clock/leap-second")
    try Data("{}\nnot JSON\n".utf8).write(to: corpus.expectation)
    let error = try #require(throws: FieldLogError.self) { try corpus.log().check() }
    #expect(error.description.contains("expect.jsonl:2:1: The line is not JSON."))
    try Data("[]".utf8).write(to: corpus.folder.appendingPathComponent("case.json"))
    let other = try #require(throws: FieldLogError.self) { try corpus.log() }
    #expect(other.description.contains("it is not an object"))
  }
}
