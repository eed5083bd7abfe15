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

  /// By the numbers that the log's reader gives them; nil for one of which no event was good.
  private var streams: [Stream?] = []
  private var deciders = (original: Decider(), redacted: Decider())
  private var reader = EventReader()
  private let shelf: DocumentShelf

  init(shelf: DocumentShelf) { self.shelf = shelf }

  /// Takes the next event of the original, and the line that is written for it.
  mutating func note(
    _ original: Event, of stream: Int, writtenAs line: [UInt8], _ redaction: inout Redaction,
    _ findings: inout RedactionFindings
  ) throws {
    var redacted: Event
    do throws(UnreadableEvent) {
      redacted = try line.withUnsafeBufferPointer { bytes throws(UnreadableEvent) in
        try reader.event(utf8: bytes, revision: original.revision)
      }
    } catch { throw LogRefused(error.diagnostic) }
    if case .fetchSucceeded(var fetch) = redacted.data {
      fetch.reading = try shelf.reading(of: fetch)
      redacted.data = .fetchSucceeded(fetch)
    }
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

  /// Compares the states in which the streams end.
  mutating func end(_ redaction: inout Redaction, _ findings: inout RedactionFindings) {
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
