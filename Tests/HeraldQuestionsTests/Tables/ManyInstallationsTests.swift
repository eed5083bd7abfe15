import HeraldQuestionsTestSupport
import Herald
import HeraldLog
import HeraldQuestions
import Testing

@Suite("Tables of a log with more installations than are folded at once")
struct ManyInstallationsTests {
  /// Tables whose rows are written while events are folded. Only the order within an installation is documented.
  private static let mixed: Set<AnalysisTable> = [.events, .decisions, .prompts, .updates]

  private func expectSame(_ few: Rows, _ all: Rows) {
    for table in AnalysisTable.allCases {
      if Self.mixed.contains(table) {
        #expect(Self.byInstallation(few, table) == Self.byInstallation(all, table), "\(table)")
      } else {
        #expect(few.cells[table] == all.cells[table], "\(table)")
      }
    }
  }

  private static func byInstallation(_ rows: Rows, _ table: AnalysisTable) -> [Cell?: [[Cell]]] {
    let source = table.columns.firstIndex { $0.name == "source" }
    return Dictionary(grouping: rows.cells[table] ?? []) { row in source.map { row[$0] } }
  }

  @Test(
    "Tables that are folded in batches have the same rows, in the same order for each installation", arguments: 1...8)
  func batchesKeepRows(seed: Int) throws {
    let log = RandomLog.make(seed: seed, policies: RandomLog.plain + RandomLog.resting, phones: 11)
    let all = try Rows(log: log)
    for atOnce in [1, 2, 7] { expectSame(try Rows(log: log, atOnce: atOnce), all) }
  }

  @Test(
    "Tables that are folded in batches have the same rows for field logs with unknown event types",
    arguments: [1, 7])
  func batchesKeepFieldLogs(atOnce: Int) throws {
    expectSame(try Rows(log: Corpus.mixed, atOnce: atOnce), try Corpus.rows.get())
  }

  @Test(
    "Tables that are folded in batches end at the limit that they are given",
    arguments: [.revision(1), .revision(7), .time(Timestamp(milliseconds: 1_772_700_000_000))] as [ReplayLimit], [1, 3])
  func batchesEndAtTheLimit(_ limit: ReplayLimit, atOnce: Int) throws {
    let log = RandomLog.make(seed: 3, policies: RandomLog.plain, phones: 8)
    let ending = try Rows(log: log, until: limit)[.events].count
    #expect(ending > 0)
    #expect(try ending < Rows(log: log)[.events].count)
    expectSame(try Rows(log: log, until: limit, atOnce: atOnce), try Rows(log: log, until: limit))
  }

  @Test(
    "Tables are identical where one batch holds all installations", arguments: [11, 12, LogReader.installationsAtOnce])
  func oneBatchChangesNothing(atOnce: Int) throws {
    let log = RandomLog.make(seed: 5, policies: RandomLog.plain, phones: 11)
    #expect(try Rows(log: log, atOnce: atOnce).cells == Rows(log: log).cells)
  }

  @Test("Rows of a batch of installations end before those of the next batch begin", arguments: [1, 2, 5])
  func batchesFollowOneAnother(atOnce: Int) throws {
    let log = RandomLog.make(seed: 5, policies: RandomLog.plain, phones: 11)
    let places = Dictionary(
      uniqueKeysWithValues: try Rows(log: log)[.installations].enumerated().map { ($1["source"], $0 / atOnce) })
    let order = try Rows(log: log, atOnce: atOnce)[.events].map { places[$0["source"]] ?? -1 }
    #expect(order == order.sorted())
    #expect(Set(order).count == (11 + atOnce - 1) / atOnce)
  }
}
