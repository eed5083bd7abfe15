import HeraldCorpus
import Testing

@Suite("The built binary")
struct CorpusTests {
  static let corpus = Herald.root.appendingPathComponent("Events").path

  @Test("The built binary prints what each case of the corpus expects", arguments: try FieldLog.all(in: corpus))
  func binaryAgreesWithEveryCase(_ log: FieldLog) throws {
    let file = log.folder.appendingPathComponent("log.jsonl").path
    let decisions = try Herald.run(["replay", file, "--decisions", "--format", "json"] + log.arguments)
    let states = try Herald.run(["replay", file, "--states", "--format", "json"] + log.arguments)
    let expected = try String(contentsOf: log.folder.appendingPathComponent("expect.jsonl"), encoding: .utf8)
    #expect(decisions.status == states.status)
    guard expected.hasPrefix(#"{"refused""#) else {
      #expect(decisions.status == 0)
      #expect(try log.disagreements(of: decisions.lines + states.lines, with: expected) == [])
      return
    }
    #expect(decisions.status == 3)
    #expect(decisions.output.isEmpty)
    #expect(states.output.isEmpty)
    let code = try #require(expected.split(separator: "\"").dropFirst(3).first)
    #expect(decisions.errors.contains("error[\(code)]"))
  }
}
