import Foundation
import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("Reading a log")
struct LogReaderTests {
  private func states(_ source: ByteSource, _ options: ReadingOptions = ReadingOptions()) throws -> (
    lines: String, notes: [String]
  ) {
    var notes: [String] = []
    let shelf = DocumentShelf(reading: Formats.reading)
    let reader = LogReader(log: source, shelf: shelf, options: options) { notes.append($0.code.name) }
    var text = ""
    try reader.replayLines([.decisions, .states]) { text += String(decoding: $0, as: UTF8.self) }
    return (text, notes)
  }

  @Test(
    "A log is read the same from a file and from a pipe, whatever the sizes of its pieces", arguments: [1, 7, 4096])
  func pipeIsReadAsAFile(piece: Int) throws {
    let scratch = try Scratch()
    let lines = Phone.busy(5).lines + Phone.busy(2).lines
    var rest = Array(lines.map { $0 + "\n" }.joined().utf8)[...]
    let pipe = try ByteSource(name: "-") { (buffer: inout MutableRawSpan) in
      let part = Array(rest.prefix(min(piece, buffer.byteCount)))
      part.withBorrowedBytes { $0.copy(into: &buffer) }
      rest = rest.dropFirst(part.count)
      return part.count
    }
    #expect(try states(pipe).lines == states(try scratch.log(lines)).lines)
  }

  @Test("A log's torn last line is left out, wherever it was cut off")
  func tornLastLineIsLeftOut() throws {
    let scratch = try Scratch()
    let lines = Phone.busy(1).lines
    let whole = try states(try scratch.log(Array(lines.dropLast()))).lines
    let last = Array((lines.last ?? "").utf8)
    for cut in 1..<last.count {
      let file = scratch.folder.appendingPathComponent("torn.jsonl")
      let text = lines.dropLast().map { $0 + "\n" }.joined() + String(decoding: last[..<cut], as: UTF8.self)
      try Data(text.utf8).write(to: file)
      let read = try states(try ByteSource(path: file.path))
      #expect(read.lines == whole, "cut after \(cut) bytes")
      #expect(read.notes == ["torn"])
    }
  }

  @Test("A log reader that skips bad lines reports each of them, and reads the rest")
  func skippedLinesAreReported() throws {
    let scratch = try Scratch()
    var lines = Phone.busy(2).lines
    lines[2] = "{}"
    let read = try states(try scratch.log(lines), ReadingOptions(skipsInvalid: true))
    #expect(read.notes == ["missingAttribute", "revisionGap"])
    #expect(read.lines.contains(#""revision":8"#))
  }

  /// The diagnostics of a log that is refused, or left out lines of; empty for one that is read.
  private func findings(
    _ lines: [String], _ options: ReadingOptions = ReadingOptions()
  ) throws -> [Diagnostic] {
    let scratch = try Scratch()
    let reader = LogReader(
      log: try scratch.log(lines), shelf: DocumentShelf(reading: Formats.reading), options: options)
    do { try reader.replayLines([.states]) { _ in } } catch let refused as LogRefused { return refused.diagnostics }
    return []
  }

  @Test("Two events of one revision are a fork, and reading each phone by itself mends it (lattice: a restored backup)")
  func twoPhonesOfOneNameAreAFork() throws {
    let lines = Phone.busy(1).lines
    let last = try #require(lines.last)
    let other = last.replacingOccurrences(of: "\"id\":\"", with: "\"id\":\"n-")
    let found = try findings(lines + [other])
    #expect(found.map(\.code.name) == ["forked"])
    #expect(found.first?.why.contains("two phones go by one name") == true)
    // The advice: another source from there on, and --partial.
    let renamed = other.replacingOccurrences(of: "\"source\":\"", with: "\"source\":\"/other")
    #expect(try findings(lines + [renamed], ReadingOptions(isPartial: true)).isEmpty)
    #expect(try findings(Array(lines.dropLast()) + [other]).isEmpty)
  }

  @Test("A line out of its order behind a gap is no fork")
  func lateLineIsNoFork() throws {
    var lines = Phone.busy(1).lines
    lines.append(lines.remove(at: 2))
    let found = try findings(lines, ReadingOptions(isPartial: true))
    #expect(found.map(\.code.name) == ["revisionNotAscending"])
  }

  @Test("Two lines of one id are told with the member that differs, such as a number that jq rounded")
  func rewrittenLineIsToldWithItsMember() throws {
    let lines = Phone.busy(1).lines
    let last = try #require(lines.last)
    let rewritten = String(last.dropLast()) + ",\"x\":9007199254740993}"
    let found = try findings(lines + [rewritten])
    #expect(found.map(\.code.name) == ["idTaken"])
    #expect(found.first?.why.hasSuffix("in `/x`: absent and `9007199254740993`") == true)
    #expect(found.first?.fix.hasPrefix("take the line as it was written") == true)
  }

  @Test("A log that begins late is accepted only as a partial log")
  func lateBeginningNeedsAnOption() throws {
    let scratch = try Scratch()
    let late = Array(Phone.busy(2).lines.dropFirst(2))
    #expect(throws: LogRefused.self) { try states(try scratch.log(late)) }
    #expect(try states(try scratch.log(late), ReadingOptions(isPartial: true)).notes == ["revisionGap"])
  }

  @Test(
    "A log's missing revisions are named",
    arguments: [
      ([0], "revision 1 is missing, so the state before is unknown"),
      ([0, 1, 2], "revisions 1 to 3 are missing, so the state before is unknown"),
      ([1], "revision 2 is missing, so the state between is unknown"),
      ([2, 3], "revisions 3 to 4 are missing, so the state between is unknown"),
    ])
  func missingRevisionsAreNamed(left: [Int], why: String) throws {
    let scratch = try Scratch()
    let lines = Phone.busy(2).lines.enumerated().filter { !left.contains($0.offset) }.map(\.element)
    let refused = try #require(throws: LogRefused.self) { try states(try scratch.log(lines)) }
    #expect(refused.diagnostics.first?.why == why)
  }

  @Test("A line longer than any event is refused without being kept in memory")
  func endlessLineIsRefused() throws {
    var left = 40 << 20
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
    let source = try ByteSource(name: "-") { (bytes: inout [UInt8]) in
      // It begins as an event does.
      if left == 40 << 20 { bytes += Array(#"{""#.utf8) }
      bytes += piece
      left -= piece.count
      return left > 0
    }
    let error = #expect(throws: LogRefused.self) { try states(source) }
    #expect(error?.diagnostics.map(\.code.name) == ["lineTooLong"])
    #expect(left > 0)
  }

  @Test("A repeated event is found among many")
  func repeatedEventIsFoundAmongMany() throws {
    let scratch = try Scratch()
    let phones = (0..<60).flatMap { Phone.busy(20, source: "/i/\($0)").lines }
    let again = stride(from: 0, to: phones.count, by: 97).map { phones[$0] }
    #expect(try states(try scratch.log(phones + again)).lines == states(try scratch.log(phones)).lines)
  }
}
