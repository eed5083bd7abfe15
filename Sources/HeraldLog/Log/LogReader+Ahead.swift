import Herald

/// Looking at lines before they're read, so that what belongs to them is at hand when they are.
extension LogReader {
  /// Finds the next line and some after it; false where there is none.
  @inline(__always)
  func lookAhead() throws -> Bool {
    if ahead.count == 0 {
      guard let line = try feed.next() else { return false }
      approach(line)
    }
    // A live source is asked for one line at a time: what else is at hand is for its owner to know.
    if !isLive {
      while ahead.count < LinesAhead.most, let line = feed.nextAtHand() { approach(line) }
      if ahead.count > LinesAhead.streamDistance { approachStream(at: LinesAhead.streamDistance) }
    }
    return true
  }

  /// First sight of a line: where its installation and its event are to be looked up is fetched.
  @inline(__always)
  private func approach(_ line: LineFeed.Line) {
    ahead.append { place in
      place.line = line
      place.stream = -1
      place.hasHead = place.head.find(in: line.bytes)
      guard place.hasHead else { return }
      place.hashes = LineHashes(place.head, in: line.bytes, withEvent: !idsAscend)
      admission.streams.prepare(place.hashes.source)
      if let event = place.hashes.event { seen.prepare(event) }
    }
  }

  /// Some lines later: what is known of its installation is fetched.
  @inline(__always)
  private func approachStream(at distance: Int) {
    guard ahead[distance].hasHead, let stream = admission.streams.candidate(ahead[distance].hashes.source) else {
      return
    }
    ahead[distance].stream = stream
    admission.streams.prepare(stream: stream)
  }

  /// The installation of the line that comes after so many others, as far as it's known; it may turn out another.
  @inline(__always)
  func likelyStream(at distance: Int) -> Int? {
    guard ahead.count > distance else { return nil }
    let stream = ahead[distance].stream
    return stream < 0 ? nil : stream
  }
}
