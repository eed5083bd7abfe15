import Herald

/// A log in which all ids ascend needs no table of what was seen; one that stops doing so does.
extension LogReader {
  /// From now on every event is remembered, and so are those before this line, of which none was left out.
  func rememberEvents(before end: Int) throws {
    idsAscend = false
    let again = LineFeed(try feed.source.again())
    var lines = LineReader(schema: lines.schema)
    var head = UsualHead()
    while let line = try again.next(), line.offset < end {
      if head.find(in: line.bytes), let hash = LineHashes(head, in: line.bytes, withEvent: true).event {
        try seen.insert(hash, offset: line.offset)
        continue
      }
      // What is no event here is a blank line.
      guard let parts = try? lines.read(line.bytes) else { continue }
      let text = JSONText(bytes: line.bytes)
      let hash = text.withBytes(of: parts.source) { source in
        text.withBytes(of: parts.id) { LineHashes(source: source).ofEvent($0) }
      }
      try seen.insert(hash, offset: line.offset)
    }
  }
}
