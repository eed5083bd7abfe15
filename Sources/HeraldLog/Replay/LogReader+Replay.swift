public import Herald

extension LogReader {
  /// So many installations at once take little memory, and few logs have more.
  public static let installationsAtOnce = 16_384

  /// Replays the log, streams mixed as they come; each stream's end is told after the last line.
  ///
  /// - Parameters:
  ///   - source: one stream only, though every line is read; nil for all.
  ///   - limit: where each stream's replay ends.
  ///   - most: how many installations are folded at once, at least 1. Events of those that appear later wait in a
  ///     temporary file; after the last line they are folded, so many installations at a time in the order in which they
  ///     appeared. Of each installation the visitor is told the same, in the same order.
  ///   - progress: told now and then how far it is, in bytes of the log.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped, ``LogFileError``, and what the visitor
  ///   throws.
  public func replay<Visitor: ReplayVisitor>(
    of source: ExactString? = nil, until limit: ReplayLimit? = nil, atOnce most: Int = .max,
    progress: ((Int) -> Void)? = nil, visitor: inout Visitor
  ) throws {
    let most = max(1, most)
    var folds = StreamFolds(until: limit)
    var aside = SetAside(installationsInPart: most)
    var untilProgress = 0
    var position = 0
    while try next({ entry, parts in
      position += 1
      if let source, admission.streams.source(of: entry.stream) != source { return }
      if entry.stream >= most {
        return try aside.append(
          SetAside.Entry(stream: entry.stream, revision: entry.revision, position: position, text: entry.line))
      }
      try folds.apply(parts, entry, at: position, of: { admission.streams.source(of: entry.stream) }, visitor: &visitor)
    }) {
      if let near = likelyStream(at: LinesAhead.nearDistance) { folds.prepare(near) }
      if let next = likelyStream(at: LinesAhead.nextDistance) { folds.prepareFurther(next) }
      untilProgress += 1
      if untilProgress == 8192 {
        untilProgress = 0
        progress?(aside.progress(read: feed.position))
      }
    }
    let all = admission.streams.count
    try tellEnds(of: folds, 0..<min(most, all), source, &visitor)
    for part in aside.parts {
      folds.begin(at: part.first)
      try aside.read(part) { waiting in
        let parts = try readAgain(waiting.text)
        let entry = Entry(stream: waiting.stream, revision: waiting.revision, line: waiting.text)
        try folds.apply(
          parts, entry, at: waiting.position, of: { admission.streams.source(of: entry.stream) }, visitor: &visitor)
      } progress: {
        progress?(aside.progress(read: feed.position, readAgain: $0))
      }
      try tellEnds(of: folds, part.first..<min(part.first + most, all), source, &visitor)
    }
  }

  private func tellEnds<Visitor: ReplayVisitor>(
    of folds: borrowing StreamFolds, _ numbers: Range<Int>, _ source: ExactString?, _ visitor: inout Visitor
  ) throws {
    // One of which no line was good is no installation.
    for number in numbers
    where admission.streams[number].head > 0 && (source == nil || admission.streams.source(of: number) == source) {
      try visitor.ended(admission.streams.source(of: number), in: folds.state(of: number))
    }
  }
}

extension LogReader {
  /// Reads to the end without folding, so that a log with bad lines is refused before anything is said of it.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  public func check() throws {
    while try next({ _, _ in }) {}
  }

  /// A reader of the same log from its beginning, once this one has come to the end: what came through a pipe or was
  /// packed is read from the copy in a temporary file that its source keeps. It reports nothing a second time.
  ///
  /// - Throws: ``LogFileError`` where no more files can be opened.
  public func again(shelf: DocumentShelf) throws -> LogReader {
    LogReader(log: try feed.source.again(), shelf: shelf, options: options)
  }

  /// The size of the log in bytes, where it is known beforehand.
  public var size: Int? { feed.source.size }

  /// A reader of a log in JSON Lines.
  ///
  /// - Parameters:
  ///   - source: the log's bytes.
  ///   - shelf: where the log's documents are kept and read.
  ///   - options: how strictly the log is read.
  ///   - report: takes findings that refuse nothing: a torn last line, gaps, lines left out.
  public convenience init(
    log source: ByteSource, shelf: DocumentShelf, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.init(source, shelf: shelf, options: options, schema: .current, report: report)
  }
}
