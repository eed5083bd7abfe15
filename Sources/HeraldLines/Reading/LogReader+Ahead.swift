import Herald

/// Parses the heads of the next lines and prefetches the data that they need, before the lines are read.
extension LogReader {
  /// Finds the next line and some after it; returns false at the end.
  @inline(__always)
  func lookAhead() throws -> Bool {
    if ahead.count == 0 {
      guard let line = try feed.next() else { return false }
      add(line)
    }
    while ahead.count < ReadAheadRing.most, let line = feed.nextAtHand() { add(line) }
    if ahead.count > ReadAheadRing.streamDistance { findStream(at: ReadAheadRing.streamDistance) }
    return true
  }

  /// Parses a line's head and prefetches the slots of its installation and of its event.
  @inline(__always)
  private func add(_ line: LineFeed.Line) {
    ahead.append { place in
      place.line = line
      place.stream = -1
      place.head.read(line.bytes)
      guard place.head.isFound else { return }
      place.hashes = LineHashes(place.head, in: line.bytes, withEvent: !idsAscend)
      admission.streams.prefetch(place.hashes.source)
      if let event = place.hashes.event { seen.prefetch(event) }
    }
  }

  /// Finds the installation of a line by its hash and prefetches its entry.
  @inline(__always)
  private func findStream(at distance: Int) {
    guard ahead[distance].head.isFound, let stream = admission.streams.candidate(ahead[distance].hashes.source) else {
      return
    }
    ahead[distance].stream = stream
    admission.streams.prefetch(stream: stream)
  }

  /// The probable installation of the line at a distance from the next; nil while unknown.
  @inline(__always)
  func likelyStream(at distance: Int) -> Int? {
    guard ahead.count > distance else { return nil }
    let stream = ahead[distance].stream
    return stream < 0 ? nil : stream
  }
}
