public import Herald

extension LogReader {
  /// The number of installations that a replay in any order folds at once, 16,384. They take little memory, and few
  /// logs have more.
  public static let installationsAtOnce = 16_384

  /// Replays the log in the order of its lines. The visitor is called with each stream's end after the last line.
  ///
  /// - Parameters:
  ///   - streams: the streams that are replayed. Every line is read in any case.
  ///   - limit: the point at which each stream's replay ends; nil for its end.
  ///   - most: the number of installations that are folded at once, at least 1. Events of later ones wait in a
  ///     temporary file and are folded after the last line, `most` installations at a time, in the order of appearance.
  ///     For each installation the visitor is called in the same way, in the same order.
  ///   - progress: called now and then with the number of bytes of the log that are done.
  ///   - visitor: called with the values that it asks for.
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped, ``LogFileError``. Rethrows what the
  ///   visitor throws.
  public func replay<Visitor: ReplayVisitor>(
    _ streams: StreamSelection = .all, until limit: ReplayLimit? = nil, atOnce most: Int = .max,
    progress: ((Int) -> Void)? = nil, visitor: inout Visitor
  ) throws {
    let most = max(1, most)
    var folds = StreamFolds(within: FoldBounds(until: limit, for: visitor))
    var aside = DeferredEvents(installationsInPart: most)
    var untilProgress = 0
    var position = 0
    var selected = SelectedStreams(streams)
    // Streams whose first events were forgotten, and whose beginning was passed to the visitor.
    var begun: Set<Int> = []
    while try next({ entry, parts in
      position += 1
      guard selected.includes(entry.stream, of: admission.streams) else { return }
      if !anchors.isEmpty { try begin(entry.stream, &begun, &visitor) }
      if entry.stream >= most {
        return try aside.append(
          DeferredEvents.Entry(stream: entry.stream, revision: entry.revision, position: position, text: entry.line))
      }
      try folds.apply(&parts, entry, of: self, at: position, after: anchors, visitor: &visitor)
    }) {
      untilProgress += 1
      if untilProgress == 8192 {
        untilProgress = 0
        progress?(aside.progress(read: feed.position))
      }
    }
    let all = admission.streams.count
    for number in anchors.keys.sorted() where selected.includes(number, of: admission.streams) {
      try begin(number, &begun, &visitor)
    }
    try tellEnds(of: folds, 0..<min(most, all), &selected, &visitor)
    for part in aside.parts {
      folds.begin(at: part.first)
      try aside.read(part) { waiting in
        var parts = try readAgain(waiting.text)
        let entry = Entry(stream: waiting.stream, revision: waiting.revision, line: waiting.text)
        try folds.apply(&parts, entry, of: self, at: waiting.position, after: anchors, visitor: &visitor)
      } progress: {
        progress?(aside.progress(read: feed.position, readAgain: $0))
      }
      try tellEnds(of: folds, part.first..<min(part.first + most, all), &selected, &visitor)
    }
  }

  private func begin<Visitor: ReplayVisitor>(
    _ number: Int, _ begun: inout Set<Int>, _ visitor: inout Visitor
  ) throws {
    guard let state = anchors[number], begun.insert(number).inserted else { return }
    try visitor.began(admission.streams.source(of: number), in: state)
  }

  private func tellEnds<Visitor: ReplayVisitor>(
    of folds: borrowing StreamFolds, _ numbers: Range<Int>, _ selected: inout SelectedStreams,
    _ visitor: inout Visitor
  ) throws {
    // A stream without a good line is not an installation.
    for number in numbers
    where admission.streams[number].head > 0 && selected.includes(number, of: admission.streams) {
      try visitor.ended(admission.streams.source(of: number), in: state(of: number, in: folds))
    }
  }

  private func state(of number: Int, in folds: borrowing StreamFolds) -> InstallationState {
    folds.state(of: number) ?? anchors[number] ?? InstallationState()
  }

  /// An installation by its name, and its state after the events so far; nil for an unknown one.
  func state(
    of source: BorrowedBytes, in folds: borrowing StreamFolds
  ) -> (source: ExactString, state: InstallationState)? {
    // A stream without a good line is not an installation.
    guard let number = admission.streams.known(source, hash: LineHashes(source: source).source),
      admission.streams[number].head > 0
    else { return nil }
    return (admission.streams.source(of: number), state(of: number, in: folds))
  }
}

extension LogReader {
  /// Reads the log to its end without folding, so that a log with bad lines is refused before anything is written.
  ///
  /// - Throws: ``LogRefused`` where a line is bad and bad lines are not skipped.
  public func check() throws {
    while try next({ _, _ in }) {}
  }

  /// A reader of the same log from its beginning, after this one reached the end.
  ///
  /// It reads bytes of a pipe or of a compressed file from the copy that their source keeps. Findings are not reported
  /// a second time.
  ///
  /// - Throws: ``LogFileError`` where no more files can be opened.
  public func again(shelf: DocumentShelf) throws -> LogReader {
    LogReader(log: try feed.source.again(), shelf: shelf, options: options)
  }

  /// The size of the log in bytes; nil where it is unknown.
  public var size: Int? { feed.source.size }

  /// Creates a reader of a log in JSON Lines.
  ///
  /// - Parameters:
  ///   - source: the log's bytes.
  ///   - shelf: keeps the log's documents and reads them into policies.
  ///   - options: the strictness of the reader.
  ///   - report: takes findings that refuse nothing: a torn last line, gaps, lines that were left out.
  public convenience init(
    log source: ByteSource, shelf: DocumentShelf, options: ReadingOptions = ReadingOptions(),
    report: @escaping (Diagnostic) -> Void = { _ in }
  ) {
    self.init(source, shelf: shelf, options: options, schema: .current, report: report)
  }
}
