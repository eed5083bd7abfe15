import SystemPackage

/// Where a log's bytes come from: read once from front to back, and parts of it again where lines must be compared.
public final class ByteSource {
  /// How the source is called in messages, such as a file's path.
  public let name: String
  /// The size where it is known beforehand, for progress.
  public let size: Int?
  private let next: (UnsafeMutableRawBufferPointer) throws -> Int
  /// What can be read again at any place.
  private let memory: FileDescriptor
  private let keepsCopy: Bool
  private var written: Int64 = 0

  /// A file.
  ///
  /// - Throws: ``LogFileError`` where it cannot be opened.
  public convenience init(path: String) throws {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      let size = try file.seek(offset: 0, from: .end)
      try file.seek(offset: 0, from: .start)
      self.init(name: path, size: Int(size), memory: file, keepsCopy: false) { try file.read(into: $0) }
    } catch let error as Errno {
      throw LogFileError(opening: path, error)
    }
  }

  /// Bytes that can be read only once, such as a pipe's or those of a compressed file; a copy is kept in an unlinked
  /// temporary file for as long as the source lives.
  ///
  /// - Parameter next: fills a buffer and tells how many bytes it wrote; 0 at the end.
  public convenience init(
    name: String, size: Int? = nil, streaming next: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    self.init(name: name, size: size, memory: try TemporaryFile.open(), keepsCopy: true, next: next)
  }

  /// Bytes that can be read only once and of which nothing will be asked again.
  convenience init(once name: String, next: @escaping (UnsafeMutableRawBufferPointer) throws -> Int) throws {
    self.init(name: name, size: nil, memory: .standardInput, keepsCopy: false, next: next)
  }

  /// Standard input, kept nowhere.
  public static func standardInputOnce() throws -> ByteSource {
    try ByteSource(once: "-") { try FileDescriptor.standardInput.read(into: $0) }
  }

  private init(
    name: String, size: Int?, memory: FileDescriptor, keepsCopy: Bool,
    next: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
  ) {
    self.name = name
    self.size = size
    self.memory = memory
    self.keepsCopy = keepsCopy
    self.next = next
  }

  /// The bytes that were read so far, once more from the first: from the file, or from the copy that is kept.
  ///
  /// - Throws: ``LogFileError`` where no more files can be opened.
  func again() throws -> ByteSource {
    let file: FileDescriptor
    do { file = try memory.duplicate() } catch let error as Errno { throw LogFileError(opening: name, error) }
    var position: Int64 = 0
    return ByteSource(name: name, size: keepsCopy ? Int(written) : size, memory: file, keepsCopy: false) {
      let count = try file.read(fromAbsoluteOffset: position, into: $0)
      position += Int64(count)
      return count
    }
  }

  deinit { if memory != .standardInput { try? memory.close() } }

  /// Fills a buffer with the next bytes; 0 at the end.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
    do {
      let count = try next(buffer)
      if keepsCopy, count > 0 {
        written += Int64(
          try memory.writeAll(toAbsoluteOffset: written, UnsafeRawBufferPointer(rebasing: buffer[..<count])))
      }
      return count
    } catch let error as Errno {
      throw LogFileError(reading: name, error)
    }
  }

  /// All bytes, up to a limit.
  ///
  /// - Throws: ``LogFileError`` where there are more, or where they cannot be read.
  public func all(atMost limit: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    defer { piece.deallocate() }
    while true {
      let count = try read(into: piece)
      if count == 0 { return bytes }
      bytes.append(contentsOf: piece[..<count])
      guard bytes.count <= limit else {
        throw LogFileError(
          .tooLarge, what: "`\(name)` is too large.", file: name, why: "it has over \(limit) bytes",
          fix: "check that it's the file that was meant")
      }
    }
  }

  /// How many newlines stand before a place that was read before.
  func newlines(before offset: Int) throws -> Int {
    var count = 0
    var position = 0
    while position < offset {
      let part = try [UInt8](unsafeUninitializedCapacity: min(1 << 20, offset - position)) { buffer, count in
        count = try memory.read(fromAbsoluteOffset: Int64(position), into: UnsafeMutableRawBufferPointer(buffer))
      }
      if part.isEmpty { break }
      count += part.count { $0 == 0x0A }
      position += part.count
    }
    return count
  }

  /// The line that begins at a place that was read before, without its newline.
  func line(at offset: Int) throws -> [UInt8] {
    var line: [UInt8] = []
    var size = 1024
    while true {
      let part = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        count = try memory.read(
          fromAbsoluteOffset: Int64(offset + line.count), into: UnsafeMutableRawBufferPointer(buffer))
      }
      if let end = part.firstIndex(of: 0x0A) { return line + part[..<end] }
      if part.isEmpty { return line }
      line += part
      size *= 2
    }
  }
}
