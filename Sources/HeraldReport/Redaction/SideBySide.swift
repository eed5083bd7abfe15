import Herald
import HeraldLog

/// Folds and decides the original and the redacted log side by side, and finds where they part.
///
/// The redacted side is read from the very lines that are written, so that a mistake in writing shows as well.
struct SideBySide {
  private struct Stream {
    let source: ExactString
    let pseudonym: ExactString
    var original = InstallationState()
    var redacted = InstallationState()
    var hasChanged = false
  }

  /// By the numbers that the log's reader gives them, from `first` on; nil for one of which no event was good.
  private var streams: [Stream?] = []
  private var first = 0
  /// Original and redacted lines of installations that come later than the first so many.
  private var aside: DeferredEvents
  private let atOnce: Int
  /// Beside the work of redacting, keeping less costs nothing that shows.
  private var deciders = (original: Decider(capacity: 1 << 18), redacted: Decider(capacity: 1 << 18))
  private var reader = EventReader()
  private let shelf: DocumentShelf?

  /// - Parameter atOnce: how many installations are folded at once.
  init(shelf: DocumentShelf?, atOnce: Int) {
    self.shelf = shelf
    self.atOnce = max(1, atOnce)
    aside = DeferredEvents(installationsInPart: self.atOnce)
  }

  /// Takes the next event of the original, and the line that is written for it.
  mutating func note(
    _ original: LoggedLine, of stream: Int, writtenAs line: [UInt8], _ redaction: inout Redaction,
    _ findings: inout RedactionFindings
  ) throws {
    if stream >= atOnce {
      let both = original.bytes + [Self.newline] + line
      return try both.withUnsafeBufferPointer {
        try aside.append(
          DeferredEvents.Entry(stream: stream, revision: original.event.revision, position: 0, text: $0))
      }
    }
    let redacted = try line.withUnsafeBufferPointer { try event(in: $0, revision: original.event.revision) }
    note(original.event, redacted, of: stream, &redaction, &findings)
  }

  /// What stands between two lines that were set aside together.
  private static let newline = UInt8(ascii: "\n")

  /// Reads a line whose document is at hand.
  private mutating func event(in line: UnsafeBufferPointer<UInt8>, revision: Int) throws -> Event {
    var event: Event
    do throws(UnreadableEvent) {
      event = try reader.event(utf8: line, revision: revision)
    } catch { throw LogRefused(error.diagnostic) }
    if case .fetchSucceeded(var fetch) = event.data {
      fetch.reading = try shelf?.reading(of: fetch)
      event.data = .fetchSucceeded(fetch)
    }
    return event
  }

  private mutating func note(
    _ original: Event, _ redacted: Event, of stream: Int, _ redaction: inout Redaction,
    _ findings: inout RedactionFindings
  ) {
    let stream = stream - first
    var fold = takeStream(stream, original.source, redacted.source, &findings)
    defer { streams[stream] = fold }
    fold.original.apply(original.fact)
    fold.redacted.apply(redacted.fact)
    guard let asked = Question(original.data, at: original.time, of: original.source),
      let askedAgain = Question(redacted.data, at: redacted.time, of: redacted.source)
    else { return }
    findings.decisions += 1
    let decision = deciders.original.decide(asked, in: fold.original)
    let other = deciders.redacted.decide(askedAgain, in: fold.redacted)
    guard !decision.agrees(with: other, { redaction.leadsTheSame($0, $1) }) else { return }
    findings.changedDecisions += 1
    let changed = ChangedDecision(
      original: decision, redacted: other, before: fold.original, after: fold.redacted)
    for cause in changed.causes { findings.note(cause) }
    Self.note(&fold, hasChangedIn: &findings)
  }

  /// The stream with a number, which its first event begins. It's taken out and put back, so that its states are
  /// changed in place.
  private mutating func takeStream(
    _ number: Int, _ source: ExactString, _ pseudonym: ExactString, _ findings: inout RedactionFindings
  ) -> Stream {
    if number >= streams.count { streams += Array(repeating: nil, count: number + 1 - streams.count) }
    if let stream = streams[number].take() { return stream }
    findings.installations += 1
    return Stream(source: source, pseudonym: pseudonym)
  }

  /// Compares the states in which the streams end, once those had their turn that had to wait.
  mutating func end(_ redaction: inout Redaction, _ findings: inout RedactionFindings) throws {
    endStreams(&redaction, &findings)
    let aside = self.aside
    for part in aside.parts {
      first = part.first
      try aside.read(part) { waiting in
        let end = waiting.text.firstIndex(of: Self.newline) ?? waiting.text.endIndex
        let original = try event(
          in: UnsafeBufferPointer(rebasing: waiting.text[..<end]), revision: waiting.revision)
        let redacted = try event(
          in: UnsafeBufferPointer(rebasing: waiting.text[(end + 1)...]), revision: waiting.revision)
        note(original, redacted, of: waiting.stream, &redaction, &findings)
      }
      endStreams(&redaction, &findings)
    }
  }

  private mutating func endStreams(_ redaction: inout Redaction, _ findings: inout RedactionFindings) {
    defer { streams.removeAll(keepingCapacity: true) }
    for case var stream? in streams {
      let aspects = redaction.differences(of: stream.redacted, from: stream.original, of: stream.source)
      guard !aspects.isEmpty else { continue }
      findings.changedStates += 1
      for aspect in aspects { findings.aspects[aspect, default: 0] += 1 }
      Self.note(&stream, hasChangedIn: &findings)
    }
  }

  private static func note(_ stream: inout Stream, hasChangedIn findings: inout RedactionFindings) {
    guard !stream.hasChanged else { return }
    stream.hasChanged = true
    findings.changedInstallations += 1
    if findings.examples.count < RedactionFindings.examplesAtMost { findings.examples.append(stream.pseudonym) }
  }
}
