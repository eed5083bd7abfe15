import Herald

/// Events that wait in a temporary file until their installations' turn comes.
struct SetAside {
  /// Installations with numbers one after the other, whose events are read back together.
  struct Part {
    /// The first installation's number.
    let first: Int
    /// What is not in the file yet.
    fileprivate var waiting: [UInt8] = []
    fileprivate var pieces: [(start: Int64, count: Int)] = []
  }

  private(set) var parts: [Part] = []
  private let installationsInPart: Int
  private var file: TemporaryFile?
  /// How many bytes were set aside.
  private var bytes = 0

  /// What is written at once, so that a part is read back in few large pieces.
  private static let piece = 1 << 16

  /// - Parameter count: the first so many installations don't have to wait.
  init(installationsInPart count: Int) { installationsInPart = count }

  /// What stands before each line.
  private struct Head {
    let stream: UInt32
    let length: UInt32
    let revision: Int
    let position: Int
  }

  /// Takes an event of an installation that has to wait.
  ///
  /// - Parameter position: the event's place in its log.
  mutating func append(_ entry: LogReader.Entry, at position: Int) throws {
    let number = entry.stream / installationsInPart - 1
    while number >= parts.count { parts.append(Part(first: (parts.count + 1) * installationsInPart)) }
    let head = Head(
      stream: UInt32(entry.stream), length: UInt32(entry.line.count), revision: entry.revision, position: position)
    withUnsafeBytes(of: head) { parts[number].waiting.append(contentsOf: $0) }
    parts[number].waiting.append(contentsOf: entry.line)
    bytes += MemoryLayout<Head>.size + entry.line.count
    if parts[number].waiting.count >= Self.piece { try write(number) }
  }

  private mutating func write(_ number: Int) throws {
    let file = try self.file ?? TemporaryFile()
    self.file = file
    let count = parts[number].waiting.count
    parts[number].pieces.append((try parts[number].waiting.withUnsafeBytes { try file.append($0) }, count))
    // Room for a line that is far longer than others is not kept to the end.
    parts[number].waiting.removeAll(keepingCapacity: count < 2 * Self.piece)
  }

  /// Hands out a part's events in the order in which they came, each with its place in the log.
  ///
  /// - Parameter progress: told now and then how many bytes of all parts were read.
  func read(
    _ part: Part, _ take: (LogReader.Entry, _ position: Int) throws -> Void, progress: (Int) -> Void
  ) throws {
    var done = parts.reduce(0) { $0 + ($1.first < part.first ? $1.bytes : 0) }
    var bytes: [UInt8] = []
    for piece in part.pieces {
      if piece.count > bytes.count { bytes = Array(repeating: 0, count: piece.count) }
      try bytes.withUnsafeMutableBytes { buffer in
        let written = UnsafeMutableRawBufferPointer(rebasing: buffer[..<piece.count])
        try file?.read(into: written, from: piece.start)
        try Self.eachEvent(in: UnsafeRawBufferPointer(written), take)
      }
      done += piece.count
      progress(done)
    }
    try part.waiting.withUnsafeBytes { try Self.eachEvent(in: $0, take) }
  }

  private static func eachEvent(
    in bytes: UnsafeRawBufferPointer, _ take: (LogReader.Entry, _ position: Int) throws -> Void
  ) throws {
    var start = 0
    while start < bytes.count {
      let head = bytes.loadUnaligned(fromByteOffset: start, as: Head.self)
      start += MemoryLayout<Head>.size
      let line = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(head.length))])
      start += line.count
      try take(
        LogReader.Entry(
          stream: Int(head.stream), revision: head.revision, line: line.assumingMemoryBound(to: UInt8.self)),
        head.position)
    }
  }

  /// How far a replay is, in bytes of the log: what was set aside is work that is still to be done, and more will be.
  ///
  /// - Parameters:
  ///   - read: bytes of the log that were read.
  ///   - readAgain: bytes of all parts that were read back.
  func progress(read: Int, readAgain: Int = 0) -> Int {
    Int(Double(read) * Double(read + readAgain) / Double(max(1, read + bytes)))
  }
}

extension SetAside.Part {
  fileprivate var bytes: Int { waiting.count + pieces.reduce(0) { $0 + $1.count } }
}
