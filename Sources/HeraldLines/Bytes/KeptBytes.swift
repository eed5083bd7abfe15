import Herald
import SystemPackage

/// The bytes of a log that were read already, for reading parts of them again.
enum KeptBytes {
  /// Nothing is kept: the lines are never compared with later ones.
  case nothing
  /// The log's own file, or a temporary one with a copy.
  case file(FileDescriptor)
  /// Lines in memory.
  case lines(HeldLines)

  /// The bytes at an offset; empty at the end.
  func read(at offset: Int, atMost count: Int) throws -> [UInt8] {
    switch self {
    case .nothing: []
    case .file(let file): try file.read(at: Int64(offset), atMost: count)
    case .lines(let held): Array(held.bytes.dropFirst(offset).prefix(count))
    }
  }

  /// Fills a span from its start with the bytes at an offset; returns their number, 0 at the end.
  func read(at offset: Int, into span: inout MutableRawSpan) throws -> Int {
    switch self {
    case .nothing: return 0
    case .file(let file): return try file.read(at: Int64(offset), into: &span)
    case .lines(let held):
      return held.bytes.withBorrowedBytes { bytes in
        let part = bytes.extracting(offset..<min(bytes.count, offset + span.byteCount))
        part.copy(into: &span)
        return part.count
      }
    }
  }

  /// The same bytes with a descriptor of their own.
  func duplicate() throws -> KeptBytes {
    guard case .file(let file) = self else { return self }
    return .file(try file.duplicate())
  }

  /// Closes the file.
  func close() {
    if case .file(let file) = self { try? file.close() }
  }
}

/// The lines that were handed over so far, each with a newline behind it.
final class HeldLines {
  fileprivate(set) var bytes: [UInt8] = []
  /// The number of lines.
  private(set) var count = 0

  /// Adds a line without its newline.
  func append(_ line: BorrowedBytes) {
    bytes.append(contentsOf: line)
    bytes.append(0x0A)
    count += 1
  }
}
