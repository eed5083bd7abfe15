import Herald
import SystemPackage

/// The offsets at which several logs begin in the bytes that join them.
///
/// Findings then name the log and its own line.
final class LogSeams {
  private var logs: [(name: String, start: Int)] = []
  private var addedNewlines: Set<Int> = []

  /// The names of the logs, and for each the offsets of its bytes.
  ///
  /// - Parameter end: the end of what was read.
  func parts(to end: Int) -> [(name: String, range: Range<Int>)] {
    logs.indices.map { index in
      let next = index + 1 < logs.count ? logs[index + 1].start : end
      let isEnded = next > logs[index].start && addedNewlines.contains(next - 1)
      return (logs[index].name, logs[index].start..<max(logs[index].start, isEnded ? next - 1 : next))
    }
  }

  /// The number of the log that holds the byte at an offset.
  ///
  /// - Parameter number: the first log to look at; no earlier log may hold the byte.
  func number(at offset: Int, from number: Int) -> Int {
    var number = number
    while number + 1 < logs.count, logs[number + 1].start <= offset { number += 1 }
    return number
  }

  fileprivate func begin(_ name: String, at start: Int) { logs.append((name, start)) }

  fileprivate func addNewline(at offset: Int) { addedNewlines.insert(offset) }

  /// True if the newline at an offset stands in none of the logs. It was added, because a log ended without one.
  func isAdded(newlineAt offset: Int) -> Bool { addedNewlines.contains(offset) }

  /// The log that has the byte at an offset, and the offset of its first byte.
  package func log(at offset: Int) -> (name: String, start: Int)? { logs.last { $0.start <= offset } }
}

extension ByteSource {
  /// Several logs one after the other, as if they were one. The source keeps a copy in an unlinked temporary file.
  ///
  /// A line that ends its log without a newline gets one, so that the next log's first line is a line of its own.
  ///
  /// - Parameter name: the name of all in messages that are not about a line.
  /// - Throws: ``LogFileError`` where no temporary file can be created.
  package convenience init(joining logs: [ByteSource], named name: String) throws {
    let seams = LogSeams()
    let sizes = logs.compactMap(\.size)
    let size = sizes.count == logs.count ? sizes.reduce(0, +) : nil
    var (waiting, current) = (logs[...], ByteSource?.none)
    var written = 0
    var endsLine = true
    try self.init(name: name, size: size, seams: seams) { (span: inout MutableRawSpan) in
      while let log = current ?? waiting.popFirst() {
        if current == nil { seams.begin(log.name, at: written) }
        current = log
        let count = try log.fill(&span)
        if count > 0 {
          endsLine = span.withUnsafeMutableBytes { $0[count - 1] == 0x0A }
          written += count
          return count
        }
        current = nil
        if endsLine || waiting.isEmpty { continue }
        [0x0A].withBorrowedBytes { $0.copy(into: &span) }
        seams.addNewline(at: written)
        written += 1
        endsLine = true
        return 1
      }
      return 0
    }
  }
}

extension ByteSource {
  /// The place of a line that was read already, in words: its number, and its log where there are several.
  ///
  /// - Parameter offset: the offset of the line's first byte.
  func placeOfLine(at offset: Int) throws -> String {
    let number = try newlines(before: offset) + 1
    guard let log = seams?.log(at: offset) else { return "line \(number)" }
    return "line \(number - (try newlines(before: log.start))) of `\(log.name)`"
  }
}
