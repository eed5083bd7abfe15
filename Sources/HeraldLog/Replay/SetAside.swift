import Herald

/// Events that wait in a temporary file until their installations' turn comes.
package struct SetAside {
  /// Installations with numbers one after the other, whose events are read back together.
  package struct Part {
    /// The first installation's number.
    package let first: Int
    /// What is not in the file yet.
    fileprivate var waiting: [UInt8] = []
    fileprivate var pieces: [(start: Int64, count: Int)] = []
  }

  package private(set) var parts: [Part] = []
  private let installationsInPart: Int
  private var file: TemporaryFile?
  /// How many bytes were set aside.
  private var bytes = 0

  /// What is written at once, so that a part is read back in few large pieces.
  private static let piece = 1 << 16

  /// - Parameter count: the first so many installations don't have to wait.
  package init(installationsInPart count: Int) { installationsInPart = count }

  /// An event that waits.
  package struct Entry {
    /// The installation's number, not below that of the first part.
    package let stream: Int
    package let revision: Int
    /// The event's place in its log.
    package let position: Int
    /// Its line, and what else whoever set it aside wants back.
    package let text: UnsafeBufferPointer<UInt8>

    package init(stream: Int, revision: Int, position: Int, text: UnsafeBufferPointer<UInt8>) {
      self.stream = stream
      self.revision = revision
      self.position = position
      self.text = text
    }
  }

  /// What stands before each text.
  private struct Head {
    let stream: UInt32
    let length: UInt32
    let revision: Int
    let position: Int
  }

  /// Takes an event of an installation that has to wait.
  package mutating func append(_ entry: Entry) throws {
    let number = entry.stream / installationsInPart - 1
    while number >= parts.count { parts.append(Part(first: (parts.count + 1) * installationsInPart)) }
    let head = Head(
      stream: UInt32(entry.stream), length: UInt32(entry.text.count), revision: entry.revision,
      position: entry.position)
    withUnsafeBytes(of: head) { parts[number].waiting.append(contentsOf: $0) }
    parts[number].waiting.append(contentsOf: entry.text)
    bytes += MemoryLayout<Head>.size + entry.text.count
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

  /// Hands out a part's events in the order in which they came.
  ///
  /// - Parameter progress: told now and then how many bytes of all parts were read.
  package func read(_ part: Part, _ take: (Entry) throws -> Void, progress: (Int) -> Void = { _ in }) throws {
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

  private static func eachEvent(in bytes: UnsafeRawBufferPointer, _ take: (Entry) throws -> Void) throws {
    var start = 0
    while start < bytes.count {
      let head = bytes.loadUnaligned(fromByteOffset: start, as: Head.self)
      start += MemoryLayout<Head>.size
      let text = UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(head.length))])
      start += text.count
      try take(
        Entry(
          stream: Int(head.stream), revision: head.revision, position: head.position,
          text: text.assumingMemoryBound(to: UInt8.self)))
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
