import Herald

/// Showings that wait for a change of version, packed into about 60 bytes each.
///
/// An installation may have thousands of showings before its version changes. A log that interleaves a fleet's events
/// has the showings of all installations waiting at once.
struct PendingShowings {
  private var bytes: [UInt8] = []
  private var texts: [ExactString] = []
  private var profiles: [Profile] = []
  private(set) var count = 0

  mutating func append(_ row: PromptRow) {
    count += 1
    write(row.showing.prompt)
    number(row.revision)
    signed(row.shownAt.moment.milliseconds)
    signed(Int64(row.shownAt.offsetMinutes))
    number(place(of: row.showing.rule, in: &texts))
    word(row.showing.kind)
    optional(row.showing.language)
    optional(row.showing.variant)
    word(row.verdict)
    word(row.trigger)
    optional(row.digest)
    number(row.number)
    number(row.deferrals)
    signed(row.lastShownAt.map { row.shownAt.moment.milliseconds - $0.milliseconds })
    number(profile(row.profile))
    word(row.outcome)
    optional(row.answer)
    signed(row.answeredAt.map { $0.milliseconds - row.shownAt.moment.milliseconds })
  }

  /// Sends all showings in their order, and removes them.
  mutating func removeAll(of source: ExactString, _ send: (inout PromptRow) throws -> Void) rethrows {
    var reader = Reader(showings: self)
    for _ in 0..<count {
      var row = reader.row(of: source)
      try send(&row)
    }
    self = PendingShowings()
  }

  private mutating func number(_ value: Int) { bytes.append(varint: UInt64(value)) }
  private mutating func signed(_ value: Int64) { bytes.append(varint: Varint.zigzag(value)) }
  private mutating func signed(_ value: Int64?) {
    number(value == nil ? 0 : 1)
    if let value { signed(value) }
  }

  private mutating func word<Word: CaseIterable & Equatable>(_ word: Word?) {
    bytes.append(UInt8(word.flatMap { Array(Word.allCases).firstIndex(of: $0) }.map { $0 + 1 } ?? 0))
  }

  private mutating func write(_ text: ExactString) {
    text.withBytes { utf8 in
      bytes.append(varint: UInt64(utf8.count))
      bytes.append(contentsOf: utf8)
    }
  }

  private mutating func optional(_ text: ExactString?) { number(text.map { place(of: $0, in: &texts) + 1 } ?? 0) }

  private func place(of text: ExactString, in texts: inout [ExactString]) -> Int {
    if let place = texts.firstIndex(of: text) { return place }
    texts.append(text)
    return texts.count - 1
  }

  private mutating func profile(_ profile: Profile) -> Int {
    if profiles.last !== profile { profiles.append(profile) }
    return profiles.count - 1
  }

  private struct Reader {
    let showings: PendingShowings
    var index = 0

    mutating func row(of source: ExactString) -> PromptRow {
      let prompt = text()
      let revision = number()
      let shownAt = DeviceTime(moment: Timestamp(milliseconds: signed()), offsetMinutes: Int(signed()))
      let showing = PromptShown(
        prompt: prompt, rule: showings.texts[number()], kind: word() ?? .message, language: optionalText(),
        variant: optionalText())
      let row = PromptRow(
        source: source, showing: showing, revision: revision, shownAt: shownAt, verdict: word() ?? .unjustified,
        trigger: word(), digest: optionalText(), number: number(), deferrals: number(),
        lastShownAt: optional().map { Timestamp(milliseconds: shownAt.moment.milliseconds - $0) },
        profile: showings.profiles[number()], outcome: word() ?? .open, answer: optionalText(),
        answeredAt: optional().map { Timestamp(milliseconds: shownAt.moment.milliseconds + $0) })
      return row
    }

    private mutating func number() -> Int { Int(unpacked()) }
    private mutating func signed() -> Int64 { Varint.signed(unpacked()) }
    private mutating func optional() -> Int64? { number() == 0 ? nil : signed() }
    private mutating func optionalText() -> ExactString? {
      let place = number()
      return place == 0 ? nil : showings.texts[place - 1]
    }

    private mutating func word<Word: CaseIterable>() -> Word? {
      defer { index += 1 }
      let place = Int(showings.bytes[index])
      return place == 0 ? nil : Array(Word.allCases)[place - 1]
    }

    private mutating func text() -> ExactString {
      let count = number()
      defer { index += count }
      return ExactString(String(decoding: showings.bytes[index..<index + count], as: UTF8.self))
    }

    /// The next number. This process wrote the bytes, so they never end too soon.
    private mutating func unpacked() -> UInt64 { Varint.read(showings.bytes, at: &index) ?? 0 }
  }
}

/// The showings of one installation, from their appearance to the change of version that followed.
///
/// A showing is complete as soon as its prompt is gone and the app's version has changed, or the stream has ended. Until then
/// it waits, packed.
struct ShowingsFold {
  /// The effect of an event on a showing.
  enum Change {
    case shown(PromptRow)
    case answered(PromptRow)
  }

  private var audit = PromptAudit()
  /// Decisions that showed something, and nothing was shown before the next one.
  private(set) var missed = 0
  /// Showings, and decisions without one, behind revisions that are missing, where log and policy disagree.
  private(set) var unknown = 0
  /// The showing on the screen.
  private var open: PromptRow?
  private var waiting = PendingShowings()
  private var lastShown: [(rule: ExactString, at: Timestamp)] = []
  /// The state's count before the current event. A button that does not raise it answered the showing on the screen.
  private var strayButtons = 0

  /// Takes note of the revision of an event that changes nothing.
  mutating func pass(_ revision: Int, after previous: Int) { audit.pass(revision, after: previous) }

  /// Applies the next event.
  ///
  /// - Parameters:
  ///   - previous: the revision of the state before the event; nil for that of the event before, or 0.
  ///   - state: after the event.
  ///   - decision: the decision that the event asked for, if any.
  mutating func record(
    _ fact: Fact, after previous: Int? = nil, of source: ExactString, in state: InstallationState, decision: Decision?
  ) -> Change? {
    let judged = audit.record(fact, after: previous, decision: decision)
    if judged?.verdict == .missed { missed += 1 }
    if judged?.verdict == .unknown { unknown += 1 }
    switch fact.data.screenChange {
    case .shown(let showing):
      if let open, open.showing.prompt == showing.prompt, open.showing.rule == showing.rule { return nil }
      close(as: .replaced)
      let row = row(of: showing, fact, source, state, judged)
      open = row
      return .shown(row)
    case .answered(let answer):
      defer { strayButtons = state.counts.strayButtons }
      guard strayButtons == state.counts.strayButtons else { return nil }
      open?.answer = answer.button
      open?.answeredAt = fact.time.moment
      defer { close(as: .answered) }
      return open.map { .answered($0) }
    case .cleared:
      close(as: .ended)
      return nil
    case nil: return nil
    }
  }

  private mutating func row(
    of showing: PromptShown, _ fact: Fact, _ source: ExactString, _ state: InstallationState, _ judged: JudgedPrompt?
  ) -> PromptRow {
    let place = lastShown.firstIndex { $0.rule == showing.rule }
    let row = PromptRow(
      source: source, showing: showing, revision: fact.revision, shownAt: fact.time,
      verdict: judged?.verdict ?? .unjustified, trigger: judged?.decision?.question.trigger,
      digest: state.policy?.digest, number: state.records[showing.rule]?.shown ?? 1,
      deferrals: state.records[showing.rule]?.deferrals ?? 0,
      lastShownAt: place.map { lastShown[$0].at }, profile: state.profile)
    if let place {
      lastShown[place].at = fact.time.moment
    } else {
      lastShown.append((showing.rule, fact.time.moment))
    }
    return row
  }

  private mutating func close(as outcome: ShowingOutcome) {
    guard var row = open else { return }
    open = nil
    row.outcome = outcome
    waiting.append(row)
  }

  /// Sends the waiting rows, with the version that followed them.
  mutating func changeVersion(
    to version: ExactString?, at time: Timestamp, of source: ExactString, _ send: (PromptRow) throws -> Void
  ) rethrows {
    try waiting.removeAll(of: source) { row in
      row.nextVersion = version
      row.updatedAt = time
      try send(row)
    }
  }

  /// Sends the rows that still wait when the stream ends.
  mutating func end(of source: ExactString, _ send: (PromptRow) throws -> Void) rethrows {
    try waiting.removeAll(of: source) { try send($0) }
    if let open { try send(open) }
    open = nil
  }
}
