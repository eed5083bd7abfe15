import Herald
import SystemPackage

/// The bytes of a log: read once from front to back, and in parts again where lines must be compared.
public final class ByteSource {
  /// The source's name in messages, such as a file's path.
  public let name: String
  /// The size in bytes, for progress; nil where it is unknown.
  public let size: Int?
  private let next: (inout MutableRawSpan) throws -> Int
  /// What was read already. Of a source that keeps a copy, the file that the copy is written to.
  private let kept: KeptBytes
  private let keepsCopy: Bool
  /// The offsets at which the logs begin, in a source that joins several; nil for one log.
  let seams: LogSeams?
  private var written: Int64 = 0

  /// A file.
  ///
  /// - Throws: ``LogFileError`` where the file cannot be opened.
  public convenience init(path: String) throws {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      let size = try file.seek(offset: 0, from: .end)
      try file.seek(offset: 0, from: .start)
      self.init(name: path, size: Int(size), kept: .file(file), keepsCopy: false) { try file.read(into: &$0) }
    } catch let error as Errno {
      throw LogFileError(opening: path, error)
    }
  }

  /// Bytes that can be read only once, such as a pipe's or a compressed file's. The source keeps a copy in an unlinked
  /// temporary file.
  ///
  /// - Parameters:
  ///   - name: the source's name in messages.
  ///   - size: the size in bytes; nil where it is unknown.
  ///   - next: fills a span from its start and returns the number of bytes that it wrote; 0 at the end.
  /// - Throws: ``LogFileError`` where no temporary file can be created.
  public convenience init(
    name: String, size: Int? = nil, streaming next: @escaping (inout MutableRawSpan) throws -> Int
  ) throws {
    try self.init(name: name, size: size, seams: nil, streaming: next)
  }

  /// - Parameter seams: receives from `next` the offset at which each log begins.
  convenience init(
    name: String, size: Int?, seams: LogSeams?, streaming next: @escaping (inout MutableRawSpan) throws -> Int
  ) throws {
    self.init(name: name, size: size, seams: seams, kept: .file(try TemporaryFile.open()), keepsCopy: true, next: next)
  }

  /// Bytes that are in memory.
  ///
  /// - Parameters:
  ///   - name: the source's name in messages.
  ///   - bytes: lines, each with its newline.
  /// - Throws: ``LogFileError`` where no temporary file can be created.
  public convenience init(name: String, bytes: [UInt8]) throws {
    var rest = bytes
    try self.init(name: name) { (piece: inout [UInt8]) in
      defer { rest = [] }
      piece += rest
      return !rest.isEmpty
    }
  }

  /// Bytes that are made piece by piece. The source keeps a copy in an unlinked temporary file.
  ///
  /// - Parameters:
  ///   - name: the source's name in messages.
  ///   - next: appends a piece; returns false at the end, after which it is not called again.
  /// - Throws: ``LogFileError`` where no temporary file can be created.
  public convenience init(name: String, pieces next: @escaping (inout [UInt8]) throws -> Bool) throws {
    try self.init(name: name, streaming: Self.filling(next))
  }

  /// Bytes that are made piece by piece and read only once, without a copy.
  package convenience init(once name: String, size: Int? = nil, pieces next: @escaping (inout [UInt8]) throws -> Bool) {
    self.init(name: name, size: size, kept: .nothing, keepsCopy: false, next: Self.filling(next))
  }

  private static func filling(
    _ next: @escaping (inout [UInt8]) throws -> Bool
  ) -> (inout MutableRawSpan) throws -> Int {
    var waiting: [UInt8] = []
    var (start, isOver) = (0, false)
    return { (span: inout MutableRawSpan) in
      // Moving the rest to the front after each read would take quadratic time for one large piece.
      if waiting.count - start < span.byteCount {
        waiting.removeFirst(start)
        start = 0
      }
      while waiting.count - start < span.byteCount, !isOver { isOver = try !next(&waiting) }
      let count = min(waiting.count - start, span.byteCount)
      waiting.withBorrowedBytes { $0.extracting(start..<start + count).copy(into: &span) }
      start += count
      return count
    }
  }

  /// Bytes that are read only once, without a copy.
  package convenience init(once name: String, next: @escaping (inout MutableRawSpan) throws -> Int) throws {
    self.init(name: name, size: nil, kept: .nothing, keepsCopy: false, next: next)
  }

  /// Lines that somebody hands over one by one, so that there is nothing to read.
  convenience init(name: String, of held: HeldLines) {
    self.init(name: name, size: nil, kept: .lines(held), keepsCopy: false) { _ in 0 }
  }

  /// Standard input, without a copy: for lines that are never compared with later ones.
  public static func standardInputOnce() throws -> ByteSource {
    try ByteSource(once: "-") { try FileDescriptor.standardInput.read(into: &$0) }
  }

  private init(
    name: String, size: Int?, seams: LogSeams? = nil, kept: KeptBytes, keepsCopy: Bool,
    next: @escaping (inout MutableRawSpan) throws -> Int
  ) {
    self.name = name
    self.size = size
    self.seams = seams
    self.kept = kept
    self.keepsCopy = keepsCopy
    self.next = next
  }

  /// A source of the bytes that were read so far, from the first: from the file, or from the copy.
  ///
  /// - Throws: ``LogFileError`` where no more files can be opened.
  package func again() throws -> ByteSource {
    let again: KeptBytes
    do { again = try kept.duplicate() } catch let error as Errno { throw LogFileError(opening: name, error) }
    var position = 0
    return ByteSource(
      name: name, size: keepsCopy ? Int(written) : size, seams: seams, kept: again, keepsCopy: false
    ) {
      let count = try again.read(at: position, into: &$0)
      position += count
      return count
    }
  }

  deinit { kept.close() }

  /// Fills a span from its start with the next bytes, which are not copied; returns their number, 0 at the end.
  package func fill(_ span: inout MutableRawSpan) throws -> Int {
    do { return try next(&span) } catch let error as Errno { throw LogFileError(reading: name, error) }
  }

  /// Fills a buffer from an offset on with the next bytes and returns their number; 0 at the end.
  package func read(into buffer: inout ByteBuffer, from offset: Int = 0) throws -> Int {
    do {
      let count = try buffer.write(offset..<buffer.capacity) { try next(&$0) }
      if keepsCopy, count > 0, case .file(let copy) = kept {
        let bytes = buffer.bytes(offset..<offset + count)
        written += Int64(try copy.writeAll(toAbsoluteOffset: written, bytes))
      }
      return count
    } catch let error as Errno {
      throw LogFileError(reading: name, error)
    }
  }

  /// Reads all bytes.
  ///
  /// - Parameter limit: the largest number of bytes.
  /// - Throws: ``LogFileError`` where the source is larger, or cannot be read.
  public func all(atMost limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = ByteBuffer(capacity: 1 << 16)
    while true {
      let count = try read(into: &buffer)
      if count == 0 { return bytes }
      bytes.append(contentsOf: buffer.bytes(0..<count))
      guard bytes.count <= limit else {
        throw LogFileError(
          .tooLarge, what: "`\(name)` is too large.", file: name, why: "it has over \(limit) bytes",
          fix: "check that it's the file that was meant")
      }
    }
  }

  /// Bytes that were read already, from an offset on; none where the source keeps no copy.
  ///
  /// - Parameter most: the largest number of bytes.
  func bytes(at offset: Int, atMost most: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < most {
      let part = try kept.read(at: offset + bytes.count, atMost: min(1 << 16, most - bytes.count))
      if part.isEmpty { break }
      bytes += part
    }
    return bytes
  }

  /// The number of newlines before an offset that was read already.
  func newlines(before offset: Int) throws -> Int {
    var count = 0
    var position = 0
    while position < offset {
      let part = try kept.read(at: position, atMost: min(1 << 20, offset - position))
      if part.isEmpty { break }
      count += part.count { $0 == 0x0A }
      position += part.count
    }
    return count
  }

  /// The line that begins at an offset that was read already, without its newline.
  package func line(at offset: Int) throws -> [UInt8] {
    var line: [UInt8] = []
    var size = 1024
    while true {
      let part = try kept.read(at: offset + line.count, atMost: size)
      if let end = part.firstIndex(of: 0x0A) { return line + part[..<end] }
      if part.isEmpty { return line }
      line += part
      size *= 2
    }
  }
}
