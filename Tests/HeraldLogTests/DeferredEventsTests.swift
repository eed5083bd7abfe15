import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("Events that wait until their installations' turn comes")
struct DeferredEventsTests {
  /// Records the calls for each installation, and the order in which installations ended.
  private struct Told: ReplayVisitor, Equatable {
    var steps: [ExactString: [String]] = [:]
    var ends: [String] = []
    mutating func visit(_ moment: inout ReplayMoment) throws {
      let step = try moment.step()
      let said = "\(step.position ?? 0) \(step.event) \(step.writtenData ?? "-") \(step.before) \(step.state)"
      steps[step.event.source, default: []].append(said)
    }
    mutating func ended(_ source: ExactString, in state: InstallationState) { ends.append("\(source) \(state)") }
  }

  private func told(
    _ lines: [String], atOnce most: Int, of source: ExactString? = nil, _ options: ReadingOptions = ReadingOptions(),
    isPipe: Bool = false
  ) throws -> Told {
    let scratch = try Scratch()
    let file = try scratch.log(lines)
    let log = isPipe ? try ByteSource(name: "-", bytes: file.all(atMost: 1 << 24)) : file
    var told = Told()
    let shelf = DocumentShelf(reading: Formats.reading)
    try LogReader(log: log, shelf: shelf, options: options).replay(
      source.map { .source($0) } ?? .all, atOnce: most, visitor: &told)
    return told
  }

  /// Events of several phones in turn; some lines are long, some have unknown types.
  private static let lines: [String] = {
    var phones = (0..<6).map { Phone.busy(3 + $0, source: "/i/\($0)") }
    for place in phones.indices {
      phones[place].add("some.thing", #"{"a":[1,2,{"b":"\#(String(repeating: "x", count: 50_000 * place))"}]}"#)
      phones[place].add("operation.attempted", #"{"operation":"pay"}"#)
    }
    let longest = phones.map(\.lines.count).max() ?? 0
    return (0..<longest).flatMap { index in
      phones.compactMap { $0.lines.indices.contains(index) ? $0.lines[index] : nil }
    }
  }()

  @Test(
    "A replay that defers installations visits the same steps and ends, in the same order", arguments: [1, 2, 5, 6],
    [true, false])
  func deferringChangesNoVisit(atOnce: Int, isPipe: Bool) throws {
    let all = try told(Self.lines, atOnce: .max)
    #expect(all.steps.count == 6)
    #expect(all.ends.count == 6)
    #expect(try told(Self.lines, atOnce: atOnce, isPipe: isPipe) == all)
  }

  @Test("A replay that defers installations can be limited to one", arguments: [1, 2, 5])
  func oneInstallationCanBeReplayed(atOnce: Int) throws {
    let one = try told(Self.lines, atOnce: atOnce, of: "/i/4")
    #expect(one == (try told(Self.lines, atOnce: .max, of: "/i/4")))
    #expect(Array(one.steps.keys) == ["/i/4"])
  }

  @Test(
    "A replay that defers installations reads logs with gaps and bad lines as one that does not", arguments: [1, 2, 5])
  func deferringReadsFaultyLogs(atOnce: Int) throws {
    let partial = ReadingOptions(isPartial: true)
    // The phones' documents come first; all of them fetch the same.
    let late = Self.lines.enumerated().filter { $0.offset < 12 || $0.offset % 5 != 0 }.map(\.element)
    #expect(try told(late, atOnce: atOnce, partial) == told(late, atOnce: .max, partial))
    let skipping = ReadingOptions(skipsInvalid: true)
    let bad = Self.lines.enumerated().map { $0.offset % 7 == 3 ? "{}" : $0.element }
    #expect(try told(bad, atOnce: atOnce, skipping) == told(bad, atOnce: .max, skipping))
    #expect(throws: LogRefused.self) { try told(bad, atOnce: atOnce) }
  }

  @Test(
    "An installation without a single good line does not appear in a replay, wherever it stands",
    arguments: [1, 2, .max])
  func installationWithoutAGoodLineIsIgnored(atOnce: Int) throws {
    var nobody = Phone(source: "/i/nobody")
    nobody.add(
      "fetch.succeeded",
      #"{"trigger":"launch","url":"https://example.com/p","format":"herald","status":200,"digest":"\#(Digest.of("nowhere"))"}"#
    )
    let skipping = ReadingOptions(skipsInvalid: true)
    for place in [0, 12, Self.lines.count] {
      let lines = Self.lines[..<place] + nobody.lines + Self.lines[place...]
      #expect(try told(Array(lines), atOnce: atOnce, skipping).ends == told(Self.lines, atOnce: .max).ends)
    }
  }

  @Test("A replay's progress never decreases, and ends near the end of the log", arguments: [1, 2, .max])
  func progressNeverDecreases(atOnce: Int) throws {
    let scratch = try Scratch()
    var lines: [String] = []
    for place in 0..<60 { lines += Phone.busy(150, source: "/i/\(place)").lines }
    let log = try scratch.log(lines)
    var told = OutcomeWriter([])
    var shares: [Int] = []
    let shelf = DocumentShelf(reading: Formats.reading)
    try LogReader(log: log, shelf: shelf).replay(atOnce: atOnce, progress: { shares.append($0) }, visitor: &told)
    #expect(shares.count > 1)
    #expect(shares == shares.sorted())
    #expect(shares.last.map { $0 <= log.size ?? 0 } == true)
    if atOnce < 60 { #expect(shares.last.map { $0 > (log.size ?? 0) / 10 * 9 } == true) }
  }
}
