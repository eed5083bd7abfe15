import Herald

/// Lines that are read soon: found, and no more than their heads looked at.
///
/// A log mixes thousands of installations, so what belongs to a line lies somewhere in a memory that is far larger than
/// the processor's caches. Known some lines ahead, it's fetched while the lines before are worked on.
struct LinesAhead: ~Copyable {
  struct Line {
    var line = LineFeed.Line()
    /// Of a line that has one.
    var head = UsualHead()
    /// False where the line is of another form.
    var hasHead = false
    /// Of a line with a head.
    var hashes = LineHashes.none
    /// The installation, once it's likely to be known; below 0 before.
    var stream = -1
  }

  /// How many lines are known ahead at most; a power of two.
  static let most = 16
  /// How many lines before its turn a line's installation is looked up, where that is fetched meanwhile.
  static let streamDistance = 11
  /// How many lines before its turn what belongs to a line is fetched, and how many what that refers to.
  static let nearDistance = 6
  static let nextDistance = 2

  private var places = InPlaceTable(repeating: Line(), count: most)
  private var first = 0
  private(set) var count = 0

  /// Adds a line at the end and fills it in where it lies.
  @inline(__always)
  mutating func append(_ fill: (inout Line) -> Void) {
    fill(&places[(first + count) & (Self.most - 1)])
    count += 1
  }

  /// Where the first line lies until another is added.
  @inline(__always)
  var next: UnsafePointer<Line> { UnsafePointer(places.address(of: first & (Self.most - 1))) }

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
  /// Nil where it was not needed when the line was first seen.
  private(set) var event: UInt64?

  @inline(__always)
  init(source: UnsafeBufferPointer<UInt8>) { self.source = CacheHash.of(UnsafeRawBufferPointer(source)) }

  @inline(__always)
  init(_ head: UsualHead, in bytes: UnsafeBufferPointer<UInt8>, withEvent: Bool) {
    self.init(source: UnsafeBufferPointer(rebasing: bytes[head.source.start..<head.source.end]))
    if withEvent { event = ofEvent(UnsafeBufferPointer(rebasing: bytes[head.id.start..<head.id.end])) }
  }

  @inline(__always)
  func ofEvent(_ id: UnsafeBufferPointer<UInt8>) -> UInt64 {
    event ?? CacheHash.of(UnsafeRawBufferPointer(id), seed: source)
  }

  private init() { source = 0 }
  static let none = LineHashes()
}
