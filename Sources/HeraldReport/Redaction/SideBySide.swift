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

  private var streams: [Stream] = []
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
    if stream == streams.count {
      streams.append(Stream(source: original.source, pseudonym: redacted.source))
      findings.installations += 1
    }
    streams[stream].original.apply(original.fact)
    streams[stream].redacted.apply(redacted.fact)
    guard let asked = Question(original.data, at: original.time, of: original.source),
      let askedAgain = Question(redacted.data, at: redacted.time, of: redacted.source)
    else { return }
    findings.decisions += 1
    let (before, after) = (streams[stream].original, streams[stream].redacted)
    let decision = deciders.original.decide(asked, in: before)
    let other = deciders.redacted.decide(askedAgain, in: after)
    guard !decision.agrees(with: other, { redaction.leadsTheSame($0, $1) }) else { return }
    findings.changedDecisions += 1
    let changed = ChangedDecision(original: decision, redacted: other, before: before, after: after)
    for cause in changed.causes { findings.note(cause) }
    note(stream, hasChangedIn: &findings)
  }

  /// Compares the states in which the streams end.
  mutating func end(_ redaction: inout Redaction, _ findings: inout RedactionFindings) {
    for (number, stream) in streams.enumerated() {
      let aspects = redaction.differences(of: stream.redacted, from: stream.original, of: stream.source)
      guard !aspects.isEmpty else { continue }
      findings.changedStates += 1
      for aspect in aspects { findings.aspects[aspect, default: 0] += 1 }
      note(number, hasChangedIn: &findings)
    }
  }

  private mutating func note(_ stream: Int, hasChangedIn findings: inout RedactionFindings) {
    guard !streams[stream].hasChanged else { return }
    streams[stream].hasChanged = true
    findings.changedInstallations += 1
    if findings.examples.count < RedactionFindings.examplesAtMost {
      findings.examples.append(streams[stream].pseudonym)
    }
  }
}
