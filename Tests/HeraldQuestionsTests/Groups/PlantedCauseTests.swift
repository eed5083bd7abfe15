import Herald
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("A cause that was planted in a log")
struct PlantedCauseTests {
  private static func answer(_ fleet: PlantedFleet) throws -> GroupsAnswer {
    var question = GroupsQuestion(try WrittenCondition("counts.strayButtons > 0"))
    question.isEver = true
    return try question.answer(in: CorpusLog.events(lines: fleet.text))
  }

  @Test("It is among the first three lines in at least 95 of 100 logs, with exact counts")
  func found() throws {
    var found = 0
    for seed in 0..<100 {
      let fleet = PlantedFleet(seed: UInt64(seed))
      let told = try Self.answer(fleet).told.filter { !$0.follows }
      let line = told.prefix(3).first { line in
        ([line.shared] + line.same).contains { Set($0) == Set(fleet.cause) }
      }
      guard let line else { continue }
      found += 1
      #expect(!line.chance.mayBeChance, "seed \(seed)")
      #expect(line.a == fleet.causing.intersection(fleet.affected).count, "seed \(seed)")
      #expect(line.b == fleet.causing.subtracting(fleet.affected).count, "seed \(seed)")
      let without = fleet.affected.subtracting(fleet.causing).sorted().map { ExactString($0) }
      #expect(line.without == (without.count > 5 ? nil : without), "seed \(seed)")
    }
    #expect(found >= 95, "\(found)")
  }

  @Test("A log without a cause has nothing that is certain")
  func none() throws {
    for seed in 1000..<1100 {
      let fleet = PlantedFleet(seed: UInt64(seed), hasCause: false)
      let answer = try Self.answer(fleet)
      #expect(answer.told.allSatisfy { $0.chance.mayBeChance || $0.follows }, "seed \(seed)\n\(answer.words)")
    }
  }
}
