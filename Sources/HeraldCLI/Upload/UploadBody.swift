import Herald
import HeraldLog

/// Lines that are sent together.
struct UploadBody {
  /// The most that is sent together. A server takes as much, unless its settings lower its limits.
  struct Limits {
    var lines = 5000
    var installations = 1000
    var bytes = 4 << 20
  }

  private(set) var lines: [PlainLine] = []
  private var sources: Set<ExactString> = []
  private var size = 0

  init() {}

  init(_ lines: some Sequence<PlainLine>) { for line in lines { add(line) } }

  var isEmpty: Bool { lines.isEmpty }

  /// The installation, where all lines are of one; otherwise nil.
  var onlySource: ExactString? { sources.count == 1 ? sources.first : nil }

  /// True if a line fits. A line that is longer than the limit is sent alone.
  func takes(_ line: PlainLine, within limits: Limits) -> Bool {
    if isEmpty { return true }
    guard lines.count < limits.lines, size + line.bytes.count + 1 <= limits.bytes else { return false }
    guard let source = line.source, !sources.contains(source) else { return true }
    return sources.count < limits.installations
  }

  mutating func add(_ line: PlainLine) {
    lines.append(line)
    size += line.bytes.count + 1
    if let source = line.source { sources.insert(source) }
  }

  /// The lines as they were written, each with its newline.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(size)
    for line in lines {
      bytes += line.bytes
      bytes.append(0x0A)
    }
    return bytes
  }

  /// Its first and its second half; nil for a single line.
  var halves: (UploadBody, UploadBody)? {
    guard lines.count > 1 else { return nil }
    let middle = lines.count / 2
    return (UploadBody(lines[..<middle]), UploadBody(lines[middle...]))
  }
}
