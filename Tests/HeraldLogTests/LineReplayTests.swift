import Herald
import HeraldFormats
import Testing

@testable import HeraldLines
@testable import HeraldLog

@Suite("A log whose lines are handed over one by one")
struct LineReplayTests {
  /// The answer to one line: a decision, nothing, or the reason why it is refused.
  private enum Answer: Equatable {
    case taken(String?)
    case refused(Diagnostic?)
  }

  private func answer(_ replay: LineReplay, _ line: String) -> Answer {
    do {
      let decision = try ExactString(line).withBytes { try replay.apply($0) }
      return .taken(decision.map { String(decoding: $0, as: UTF8.self) })
    } catch {
      return .refused((error as? LogRefused)?.diagnostics.first)
    }
  }

  private func isTaken(_ answer: Answer) -> Bool {
    if case .taken = answer { true } else { false }
  }

  private func outcome(_ lines: [String], _ output: ReplayOutput) throws -> [String] {
    let log = try ByteSource(name: "-", bytes: Array(lines.map { $0 + "\n" }.joined().utf8))
    var text = ""
    try LogReader(log: log, shelf: DocumentShelf(reading: Formats.reading))
      .replayLines(output) { text += String(decoding: $0, as: UTF8.self) }
    return text.split(separator: "\n").map(String.init)
  }

  /// The answer of a log that has the line behind those that were taken.
  private func answer(ofLogWith taken: [String], and line: String) throws -> Answer {
    do {
      let before = try outcome(taken, .decisions)
      return .taken(try outcome(taken + [line], .decisions).dropFirst(before.count).first)
    } catch let refused as LogRefused {
      return .refused(refused.diagnostics.first)
    }
  }

  /// Lines of three phones, some of them wrong at their place.
  private func lines(_ dice: inout Dice) -> [String] {
    var waiting = (1...3).map { Phone.busy(2, source: "/i/\($0)", isNumbered: $0 != 2).lines[...] }
    var lines: [String] = []
    while let phone = waiting.indices.filter({ !waiting[$0].isEmpty }).randomElement(using: &dice) {
      let line = waiting[phone].removeFirst()
      switch lines.isEmpty ? 99 : dice.roll(16) {
      case 0: lines.append(lines[dice.roll(lines.count)])
      case 1: lines.append(lines[dice.roll(lines.count)].replacing(#""data":{"#, with: #""data":{"more":1,"#))
      case 2: lines.append(lines[dice.roll(lines.count)].replacing(#""id":"#, with: #""id": "#))
      case 3: lines.append(String(line.prefix(dice.roll(line.count))))
      case 4: lines.append(dice.roll(2) == 0 ? "" : " \t")
      case 5: lines.append(line.replacing(#""revision":"#, with: #""revision":1"#))
      case 6: lines.append(line.replacing("sha256:", with: "sha256:0"))
      case 7: lines.append(waiting[phone].first ?? line)
      case 8: lines.append(line.replacing("/i/2", with: "/i/3"))
      default: break
      }
      if dice.roll(24) > 0 { lines.append(line) }
    }
    return lines
  }

  @Test(
    "A line is taken or refused as a log that has it behind the taken lines, and a refused one changes nothing",
    arguments: 1...60)
  func lineIsJudgedAsInALog(seed: Int) throws {
    var dice = Dice(seed: seed)
    let replay = LineReplay(reading: Formats.reading)
    var taken: [String] = []
    for line in lines(&dice) {
      let answer = answer(replay, line)
      #expect(try answer == self.answer(ofLogWith: taken, and: line))
      // A refused line leaves its place, so that numbers of lines stay.
      if case .refused = answer { taken.append("") } else { taken.append(line) }
    }
    let states = try outcome(taken, .states)
    let own = try (1...3).compactMap { number in
      try ExactString("/i/\(number)").withBytes { try replay.state(of: $0) }.map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(Set(own) == Set(states))
  }

  @Test("An installation without an event that was taken has no state")
  func unknownInstallationHasNoState() throws {
    let replay = LineReplay(reading: Formats.reading)
    _ = answer(replay, Phone.busy(1, source: "/i/9").lines[2])
    #expect(try ExactString("/i/9").withBytes { try replay.state(of: $0) } == nil)
  }

  @Test("Newlines around an event change nothing; an event over several lines and two events are refused")
  func newlinesInALine() throws {
    let phone = Phone.busy(1).lines
    for (line, isTaken) in [
      ("\n" + phone[0] + "\r\n", true), (phone[1] + "\n" + phone[2], false),
      (phone[1].replacing(#","type""#, with: #","# + "\n" + #""type""#), false), ("\n\n", true),
      (phone[1] + "\n \n", true),
    ] {
      let replay = LineReplay(reading: Formats.reading)
      _ = answer(replay, phone[0])
      #expect(self.isTaken(answer(replay, line)) == isTaken, "\(line)")
    }
  }

  @Test("A line of more than 16 MiB is refused wherever a log is read, and one of 16 MiB is not")
  func longestLine() throws {
    let first = Phone.busy(0).lines[0]
    let longest = first + String(repeating: " ", count: LineFeed.longestLine - first.utf8.count)
    #expect(throws: Never.self) { try outcome([longest], .decisions) }
    #expect(throws: LogRefused.self) { try outcome([longest + " "], .decisions) }
    #expect(isTaken(answer(LineReplay(reading: Formats.reading), longest)))
    let refused = answer(LineReplay(reading: Formats.reading), longest + " ")
    #expect(refused == .refused(LogRefused.lineTooLong(file: "-", line: 1).diagnostics.first))
  }
}
