import HeraldTesting
import Testing

// A sample of HeraldTesting's page, so that it compiles; `ReadmeTests` compares them.

@Suite("The page's field log", .disabled("it is compiled alone: `CorpusTests` runs the same cases"))
struct ReadmeSample {
  @Test("what happened in the field still follows", arguments: try FieldLog.all(in: "Events"))
  func fieldLog(_ log: FieldLog) throws {
    try log.check()
  }
}
