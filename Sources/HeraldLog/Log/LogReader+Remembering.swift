import Herald

/// A log whose ids ascend needs no table of seen events. Where ids stop ascending, the table is filled from the start.
extension LogReader {
  /// Starts to remember events, beginning with all lines before `end`; none of them was left out.
  func rememberEvents(before end: Int) throws {
    idsAscend = false
    var again = LineFeed(try feed.source.again())
    var lines = LineReader(schema: lines.schema)
    var head = UsualHead()
    while let line = try again.next(), line.offset < end {
      if head.find(in: line.bytes), let hash = LineHashes(head, in: line.bytes, withEvent: true).event {
        try seen.insert(hash, offset: line.offset)
        continue
      }
      // Only blank lines are no events here.
      guard let parts = try? lines.read(line.bytes) else { continue }
      let text = JSONText(bytes: line.bytes)
      let hash = text.withBytes(of: parts.source) { source in
        text.withBytes(of: parts.id) { LineHashes(source: source).ofEvent($0) }
      }
      try seen.insert(hash, offset: line.offset)
    }
  }
}
