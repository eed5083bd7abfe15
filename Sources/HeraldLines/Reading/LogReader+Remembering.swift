import Herald

/// Fills the table of seen events. A log needs it only from the point where its ids stop ascending.
extension LogReader {
  /// Starts to remember events, and adds all lines before `end`, because none of them was left out.
  func rememberEvents(before end: Int) throws {
    idsAscend = false
    var again = LineFeed(try feed.source.again())
    var lines = LineReader(schema: lines.schema)
    var head = CanonicalHead()
    while let line = try again.next(), line.offset < end {
      head.read(line.bytes)
      if head.isFound, let hash = LineHashes(head, in: line.bytes, withEvent: true).event {
        try seen.insert(hash, offset: line.offset)
        continue
      }
      // These lines were read before, so only blank ones cannot be read.
      guard let parts = try? lines.read(line.bytes) else { continue }
      let text = JSONText(bytes: line.bytes)
      let hash = text.withBytes(of: parts.source) { source in
        text.withBytes(of: parts.id) { LineHashes(source: source).ofEvent($0) }
      }
      try seen.insert(hash, offset: line.offset)
    }
  }
}
