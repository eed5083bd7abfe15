import Foundation
import Herald

/// Cuts a byte source into lines, reading it in large pieces.
final class LineFeed {
  /// One line, valid until more is read: until ``nextAtHand()`` returned nil and ``next()`` is called.
  struct Line {
    /// The line's bytes without its newline.
    var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// The line's number, from 1.
    var number = 0
    /// The offset of its first byte in the source.
    var offset = 0
    /// False for a last line without a newline.
    var hasNewline = false

    var isBlank: Bool { bytes.allSatisfy { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D } }
  }

  let source: ByteSource
  // Small enough to stay in the processor's cache until it is read.
  @exclusivity(unchecked) private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 17, alignment: 64)
  @exclusivity(unchecked) private var start = 0
  @exclusivity(unchecked) private var end = 0
  @exclusivity(unchecked) private var isAtEnd = false
  @exclusivity(unchecked) private var number = 0
  /// The source's offset of the buffer's first byte.
  @exclusivity(unchecked) private var before = 0

  /// The longest line that is read, in bytes: far more than the largest document, far less than the memory.
  static let longestLine = 16 << 20

  init(_ source: ByteSource) { self.source = source }

  deinit { buffer.deallocate() }

  /// Whether the buffer has a whole line.
  var hasLineReady: Bool { newline(from: start) != nil }

  /// Waits until the buffer has a line; returns false at the end of the source.
  func waitForLine() throws -> Bool {
    while !hasLineReady {
      if isAtEnd { return start < end }
      if end - start > Self.longestLine { return true }
      try fill()
    }
    return true
  }

  /// Reads more; returns by how many bytes the buffer's content moved to the front.
  @discardableResult
  private func fill() throws -> Int {
    let moved = freeSpace()
    let count = try source.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
    end += count
    isAtEnd = count == 0
    return moved
  }

  /// The number of bytes in the lines that were returned.
  var position: Int { before + start }

  /// The next line; nil at the end.
  ///
  /// - Throws: ``LogFileError`` where reading fails, ``LogRefused`` for a line over ``longestLine`` bytes.
  func next() throws -> Line? {
    var searched = start
    while true {
      if let newline = newline(from: searched) { return line(to: newline, hasNewline: true) }
      searched = end
      if end - start > Self.longestLine { throw tooLong() }
      if isAtEnd { return start < end ? line(to: end, hasNewline: false) : nil }
      searched -= try fill()
    }
  }

  /// The next line, where the buffer has all of it.
  @inline(__always)
  func nextAtHand() -> Line? {
    guard let newline = newline(from: start) else { return nil }
    return line(to: newline, hasNewline: true)
  }

  private func newline(from searched: Int) -> Int? {
    guard searched < end, let base = buffer.baseAddress,
      let found = memchr(base + searched, 0x0A, end - searched)
    else { return nil }
    return UnsafeRawPointer(found) - UnsafeRawPointer(base)
  }

  private func line(to stop: Int, hasNewline: Bool) -> Line {
    number += 1
    let bytes = UnsafeRawBufferPointer(rebasing: buffer[start..<stop]).assumingMemoryBound(to: UInt8.self)
    let line = Line(bytes: bytes, number: number, offset: before + start, hasNewline: hasNewline)
    start = stop + (hasNewline ? 1 : 0)
    return line
  }

  /// Moves the unread bytes to the front, or allocates a larger buffer; returns by how many bytes they moved.
  private func freeSpace() -> Int {
    let moved = start
    let left = end - start
    if left > buffer.count / 2 {
      let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: buffer.count * 2, alignment: 64)
      larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: buffer[start..<end]))
      buffer.deallocate()
      buffer = larger
    } else if start > 0, let base = buffer.baseAddress {
      memmove(base, base + start, left)
    }
    before += moved
    start = 0
    end = left
    return moved
  }

  private func tooLong() -> LogRefused { .lineTooLong(file: source.name, line: number + 1) }
}

extension LogRefused {
  /// - Parameter line: the line's number, from 1.
  static func lineTooLong(file: String, line: Int) -> LogRefused {
    LogRefused(
      diagnostics: [
        Diagnostic(
          LogCode.lineTooLong, what: "The line has over \(LineFeed.longestLine >> 20) MiB.", file: file, line: line,
          why: "no event is that long: the largest document that is read has 1 MiB",
          fix: "look for a newline that is missing, or remove the line")
      ], badLines: 1, lines: line)
  }
}
