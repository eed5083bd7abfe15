import Herald

/// Lines that are read soon: found, and no more than their heads looked at.
///
/// A log mixes thousands of installations, so what belongs to a line lies somewhere in a memory that is far larger than
/// the processor's caches. Known some lines ahead, it's fetched while the lines before are worked on.
struct LinesAhead: ~Copyable {
  struct Line {
    let line: LineFeed.Line
    /// Nil where the line is of another form.
    let head: UsualHead?
    /// Of a line with a head.
    let hashes: LineHashes
    /// The installation, once it's likely to be known; below 0 before.
    var stream = -1
  }

  /// How many lines are known ahead at most; a power of two.
  static let most = 16
  /// How many lines before its turn a line's installation is looked up, where that is fetched meanwhile.
  static let streamDistance = 11

  private var places = InPlaceList<Line>()
  private var first = 0
  private(set) var count = 0

  /// Adds a line at the end.
  @inline(__always)
  mutating func append(_ line: Line) {
    if places.count < Self.most {
      places.append(line)
    } else {
      places[(first + count) & (Self.most - 1)] = line
    }
    count += 1
  }

  /// Is done with the first line.
  @inline(__always)
  mutating func removeFirst() {
    first = (first + 1) & (Self.most - 1)
    count -= 1
  }

  /// The line that comes after so many others; not to be asked for beyond ``count``.
  @inline(__always)
  subscript(distance: Int) -> Line {
    _read { yield places[(first + distance) & (Self.most - 1)] }
    _modify { yield &places[(first + distance) & (Self.most - 1)] }
  }
}

/// By what a line's source and event are found while a log is read.
struct LineHashes {
  let source: UInt64
  let event: UInt64

  @inline(__always)
  init(source: UnsafeBufferPointer<UInt8>, id: UnsafeBufferPointer<UInt8>) {
    self.source = CacheHash.of(UnsafeRawBufferPointer(source))
    event = CacheHash.of(UnsafeRawBufferPointer(id), seed: self.source)
  }

  @inline(__always)
  init(_ head: UsualHead, in bytes: UnsafeBufferPointer<UInt8>) {
    self.init(
      source: UnsafeBufferPointer(rebasing: bytes[head.source.start..<head.source.end]),
      id: UnsafeBufferPointer(rebasing: bytes[head.id.start..<head.id.end]))
  }

  private init() { (source, event) = (0, 0) }
  static let none = LineHashes()
}
