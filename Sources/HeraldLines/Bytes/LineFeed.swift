package import Herald

/// Cuts a byte source into lines, reading it in large pieces.
package struct LineFeed: ~Copyable {
  /// One line, valid until the next is read.
  package struct Line {
    /// The line's bytes without its newline.
    package var bytes: BorrowedBytes
    /// The line's number, from 1.
    package var number: Int
    /// The offset of its first byte in the source.
    var offset: Int
    /// False for a last line without a newline.
    package var hasNewline: Bool

    package init(bytes: BorrowedBytes = .none, number: Int = 0, offset: Int = 0, hasNewline: Bool = false) {
      self.bytes = bytes
      self.number = number
      self.offset = offset
      self.hasNewline = hasNewline
    }

    package var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
  }

  package let source: ByteSource
  // Small enough to stay in the processor's cache until it is read.
  private var buffer = ByteBuffer(capacity: 1 << 17)
  private var start = 0
  private var end = 0
  private var isAtEnd = false
  private var number = 0
  /// The source's offset of the buffer's first byte.
  private var before = 0

  /// The longest line that is read, in bytes: far more than the largest document, far less than the memory.
  package static let longestLine = 16 << 20

  package init(_ source: ByteSource) { self.source = source }

  /// True if the buffer has a whole line.
  package var hasLineReady: Bool { newline(from: start) != nil }

  /// Waits until the buffer has a line; returns false at the end of the source.
  package mutating func waitForLine() throws -> Bool {
    while !hasLineReady {
      if isAtEnd { return start < end }
      if end - start > Self.longestLine { return true }
      try fill()
    }
    return true
  }

  /// Reads more; returns by how many bytes the buffer's content moved to the front.
  @discardableResult
  private mutating func fill() throws -> Int {
    let moved = freeSpace()
    let count = try source.read(into: &buffer, from: end)
    end += count
    isAtEnd = count == 0
    return moved
  }

  /// The number of bytes in the lines that were returned.
  package var position: Int { before + start }

  /// The number of bytes that were read.
  package var readBytes: Int { before + end }

  /// The next line; nil at the end.
  ///
  /// - Throws: ``LogFileError`` where reading fails, ``LogRefused`` for a line over ``longestLine`` bytes.
  package mutating func next() throws -> Line? {
    var searched = start
    while true {
      if let newline = newline(from: searched) {
        // The buffer may hold a longer line, as much as was there to be read.
        if newline - start > Self.longestLine { throw tooLong() }
        return line(to: newline, hasNewline: true)
      }
      searched = end
      if end - start > Self.longestLine { throw tooLong() }
      if isAtEnd { return start < end ? line(to: end, hasNewline: false) : nil }
      searched -= try fill()
    }
  }

  private func newline(from searched: Int) -> Int? {
    buffer.bytes(0..<end).offset(of: 0x0A, from: searched)
  }

  private mutating func line(to stop: Int, hasNewline: Bool) -> Line {
    number += 1
    let isAdded = hasNewline && source.seams?.isAdded(newlineAt: before + stop) == true
    let line = Line(
      bytes: buffer.bytes(start..<stop), number: number, offset: before + start, hasNewline: hasNewline && !isAdded)
    start = stop + (hasNewline ? 1 : 0)
    return line
  }

  /// Moves the unread bytes to the front, or allocates a larger buffer; returns by how many bytes they moved.
  private mutating func freeSpace() -> Int {
    let moved = start
    let left = end - start
    if left > buffer.capacity / 2 {
      var larger = ByteBuffer(capacity: buffer.capacity * 2)
      larger.copy(buffer.bytes(start..<end))
      buffer = larger
    } else if start > 0 {
      buffer.copy(buffer.bytes(start..<end))
    }
    before += moved
    start = 0
    end = left
    return moved
  }

  private func tooLong() -> LogRefused {
    let place = place(ofLine: number + 1, at: before + start)
    return .lineTooLong(file: place.file, line: place.line)
  }

  /// The log that has a line, and the line's number in it.
  package func place(of line: Line) -> (file: String, line: Int) { place(ofLine: line.number, at: line.offset) }

  private func place(ofLine number: Int, at offset: Int) -> (file: String, line: Int) {
    guard let log = source.seams?.log(at: offset), let before = try? source.newlines(before: log.start) else {
      return (source.name, number)
    }
    return (log.name, number - before)
  }
}

extension LogRefused {
  /// - Parameter line: the line's number, from 1.
  package static func lineTooLong(file: String, line: Int) -> LogRefused {
    LogRefused(
      diagnostics: [
        Diagnostic(
          LogCode.lineTooLong, what: "The line has over \(LineFeed.longestLine >> 20) MiB.", file: file, line: line,
          why: "no event is that long: the largest document that is read has 4 MiB",
          fix: "look for a newline that is missing, or remove the line")
      ], badLines: 1, lines: line)
  }
}
