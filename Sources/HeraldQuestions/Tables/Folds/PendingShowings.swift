import Herald

/// Showings that wait for a change of version and for a launch on their target, packed into about 70 bytes each.
///
/// An installation may have thousands of showings before its version changes. A log that interleaves a fleet's events
/// has the showings of all installations waiting at once. What launches bring is kept once for all showings that it
/// concerns, so that a launch rewrites none of them.
struct PendingShowings {
  private var bytes: [UInt8] = []
  /// The place of the first showing that waits.
  private var start = 0
  private var texts: [ExactString] = []
  private var profiles: [Profile] = []
  /// The changes of version that followed; the last one is open while it has no time.
  private var changes: [Change] = []
  private var targets: [Target] = []
  private var open = OpenTargets()
  private(set) var count = 0

  /// The change of version after some showings.
  private struct Change: Equatable {
    var at: Timestamp?
    var version: ExactString?
  }

  /// A version that some showings offer.
  private struct Target: Equatable {
    let offer: OfferedVersion
    var reachedAt: Timestamp?
  }

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
    number(place(of: Change(at: row.updatedAt, version: row.nextVersion)))
    number(row.offer.map { place(of: Target(offer: $0, reachedAt: row.reachedAt)) + 1 } ?? 0)
    optional(row.offeredFormat)
    number(row.decisionRevision.map { $0 + 1 } ?? 0)
    optional(row.user)
    number(row.unanswered)
  }

  /// Takes note of a launch, and sends the showings in front that nothing can change any more.
  ///
  /// - Parameters:
  ///   - profile: the properties that the launch brought.
  ///   - update: the change of version with it, if any.
  mutating func launched(
    _ profile: Profile, at time: Timestamp, _ update: UpdateRow?, of source: ExactString,
    _ send: (PromptRow) throws -> Void
  ) rethrows {
    guard count > 0 else { return }
    var hasNews = false
    if let update, let last = changes.indices.last, changes[last].at == nil {
      changes[last] = Change(at: time, version: update.to)
      hasNews = true
    }
    if !open.isEmpty {
      for place in open.reached(by: InstalledVersions(profile)) {
        targets[place].reachedAt = time
        hasNews = true
      }
    }
    if hasNews { try sendComplete(of: source, send) }
  }

  private mutating func sendComplete(of source: ExactString, _ send: (PromptRow) throws -> Void) rethrows {
    var reader = Reader(showings: self, index: start)
    while count > 0 {
      let row = reader.row(of: source)
      guard row.isComplete else { break }
      try send(row)
      count -= 1
      start = reader.index
    }
    if start > bytes.count / 2 { pack(from: reader.showings, of: source) }
  }

  /// Packs the showings that wait again, without what only those before them needed.
  private mutating func pack(from showings: PendingShowings, of source: ExactString) {
    var (packed, reader) = (PendingShowings(), Reader(showings: showings, index: start))
    for _ in 0..<count { packed.append(reader.row(of: source)) }
    self = packed
  }

  /// Sends all showings in their order, and removes them.
  mutating func removeAll(of source: ExactString, _ send: (PromptRow) throws -> Void) rethrows {
    var reader = Reader(showings: self, index: start)
    for _ in 0..<count { try send(reader.row(of: source)) }
    self = PendingShowings()
  }

  private mutating func place(of change: Change) -> Int {
    if changes.last != change { changes.append(change) }
    return changes.count - 1
  }

  private mutating func place(of target: Target) -> Int {
    if let place = targets.lastIndex(of: target) { return place }
    targets.append(target)
    if target.reachedAt == nil, let version = target.offer.target { open.insert(version, targets.count - 1) }
    return targets.count - 1
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
    var index: Int

    mutating func row(of source: ExactString) -> PromptRow {
      let prompt = text()
      let revision = number()
      let shownAt = DeviceTime(moment: Timestamp(milliseconds: signed()), offsetMinutes: Int(signed()))
      let showing = PromptShown(
        prompt: prompt, rule: showings.texts[number()], kind: word() ?? .message, language: optionalText(),
        variant: optionalText())
      let (verdict, trigger, digest): (AuditVerdict?, Trigger?, ExactString?) = (word(), word(), optionalText())
      let (number, deferrals) = (self.number(), self.number())
      let lastShownAt = optional().map { Timestamp(milliseconds: shownAt.moment.milliseconds - $0) }
      let profile = showings.profiles[self.number()]
      let (outcome, answer): (ShowingOutcome?, ExactString?) = (word(), optionalText())
      let answeredAt = optional().map { Timestamp(milliseconds: shownAt.moment.milliseconds + $0) }
      let (change, target) = (showings.changes[self.number()], target())
      let (format, decision, user) = (optionalText(), self.number(), optionalText())
      return PromptRow(
        source: source, showing: showing, revision: revision, shownAt: shownAt, verdict: verdict ?? .unjustified,
        trigger: trigger, digest: digest, number: number, deferrals: deferrals, lastShownAt: lastShownAt,
        profile: profile, offer: target?.offer, offeredFormat: format,
        decisionRevision: decision == 0 ? nil : decision - 1,
        user: user, unanswered: self.number(), outcome: outcome ?? .open, answer: answer, answeredAt: answeredAt,
        nextVersion: change.version, updatedAt: change.at, reachedAt: target?.reachedAt)
    }

    private mutating func target() -> Target? {
      let place = number()
      return place == 0 ? nil : showings.targets[place - 1]
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
