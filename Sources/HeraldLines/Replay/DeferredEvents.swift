package import Herald

/// Events in a temporary file, deferred until their installations are folded.
package struct DeferredEvents {
  /// A range of installations, whose events are read back together.
  package struct Part {
    /// The number of the first installation.
    package let first: Int
    /// The bytes that are not in the file yet.
    fileprivate var waiting: [UInt8] = []
    fileprivate var pieces: [(start: Int64, count: Int)] = []
  }

  package private(set) var parts: [Part] = []
  private let installationsInPart: Int
  private var file: TemporaryFile?
  /// The number of bytes of all deferred events.
  private var bytes = 0

  /// The size of a write in bytes, so that a part is read back in few large pieces.
  private static let piece = 1 << 16

  /// - Parameter count: the number of installations that are folded at once. The events of the first `count` are not
  ///   deferred.
  package init(installationsInPart count: Int) { installationsInPart = count }

  /// A deferred event.
  package struct Entry {
    /// The installation's number, not below the first part's.
    package let stream: Int
    package let revision: Int
    /// The event's place in its log.
    package let position: Int
    /// The event's line, with any other data that the caller needs back.
    package let text: BorrowedBytes

    package init(stream: Int, revision: Int, position: Int, text: BorrowedBytes) {
      self.stream = stream
      self.revision = revision
      self.position = position
      self.text = text
    }
  }

  /// The size of an event's header in the file: its stream and length in 4 bytes each, its revision and position in 8.
  private static let headSize = 24

  /// Defers an event.
  package mutating func append(_ entry: Entry) throws {
    let number = entry.stream / installationsInPart - 1
    while number >= parts.count { parts.append(Part(first: (parts.count + 1) * installationsInPart)) }
    parts[number].waiting.append(raw: UInt32(entry.stream))
    parts[number].waiting.append(raw: UInt32(entry.text.count))
    parts[number].waiting.append(raw: entry.revision)
    parts[number].waiting.append(raw: entry.position)
    parts[number].waiting.append(contentsOf: entry.text)
    bytes += Self.headSize + entry.text.count
    if parts[number].waiting.count >= Self.piece { try write(number) }
  }

  private mutating func write(_ number: Int) throws {
    let file = try self.file ?? TemporaryFile()
    self.file = file
    let count = parts[number].waiting.count
    parts[number].pieces.append((try parts[number].waiting.withBorrowedBytes { try file.append($0) }, count))
    // Doesn't keep the capacity for a line that is far longer than others.
    parts[number].waiting.removeAll(keepingCapacity: count < 2 * Self.piece)
  }

  /// Reads a part's events in the order in which they were deferred.
  ///
  /// - Parameter progress: called now and then with the number of bytes of all parts that were read.
  package func read(_ part: Part, _ body: (Entry) throws -> Void, progress: (Int) -> Void = { _ in }) throws {
    var done = parts.reduce(0) { $0 + ($1.first < part.first ? $1.bytes : 0) }
    var buffer = ByteBuffer(capacity: part.pieces.map(\.count).max() ?? 0)
    for piece in part.pieces {
      try file?.read(piece.count, from: piece.start, into: &buffer)
      try Self.eachEvent(in: buffer.bytes(0..<piece.count), body)
      done += piece.count
      progress(done)
    }
    try part.waiting.withBorrowedBytes { try Self.eachEvent(in: $0, body) }
  }

  private static func eachEvent(in bytes: BorrowedBytes, _ body: (Entry) throws -> Void) throws {
    var start = 0
    while start < bytes.count {
      let head = bytes.extracting(start..<start + headSize)
      start += headSize
      let text = bytes.extracting(start..<start + Int(head.load(at: 4, as: UInt32.self)))
      start += text.count
      try body(
        Entry(
          stream: Int(head.load(at: 0, as: UInt32.self)), revision: head.load(at: 8, as: Int.self),
          position: head.load(at: 16, as: Int.self), text: text))
    }
  }

  /// The progress of a replay in bytes of the log. Deferred events are work that remains, and more will be deferred.
  ///
  /// - Parameters:
  ///   - read: the number of bytes of the log that were read.
  ///   - readAgain: the number of bytes of all parts that were read back.
  package func progress(read: Int, readAgain: Int = 0) -> Int {
    Int(Double(read) * Double(read + readAgain) / Double(max(1, read + bytes)))
  }
}

extension DeferredEvents.Part {
  fileprivate var bytes: Int { waiting.count + pieces.reduce(0) { $0 + $1.count } }
}
