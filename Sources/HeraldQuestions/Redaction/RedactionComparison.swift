import Herald
import HeraldLog

/// Folds and decides the original and the redacted log, and finds their differences.
///
/// It reads the redacted events from the lines that are written, so that it also finds mistakes in writing.
struct RedactionComparison {
  private struct Stream {
    let source: ExactString
    let pseudonym: ExactString
    var original = InstallationState()
    var redacted = InstallationState()
    var hasChanged = false
  }

  /// Indexed by the reader's numbers minus `first`; nil for a stream without a valid event.
  private var streams: [Stream?] = []
  private var first = 0
  /// The original and redacted lines of the installations after the first ``atOnce``.
  private var aside: DeferredEvents
  private let atOnce: Int
  /// Their caches are smaller than the default, because redacting takes most of the time anyway.
  private var deciders = (original: Decider(capacity: 1 << 18), redacted: Decider(capacity: 1 << 18))
  private var reader = EventReader()
  private let shelf: DocumentShelf?

  /// - Parameter atOnce: the number of installations that are folded at the same time.
  init(shelf: DocumentShelf?, atOnce: Int) {
    self.shelf = shelf
    self.atOnce = max(1, atOnce)
    aside = DeferredEvents(installationsInPart: self.atOnce)
  }

  /// Compares the next event of the original with the line that is written for it.
  mutating func record(
    _ original: LoggedLine, of stream: Int, writtenAs line: String, _ redaction: inout Redaction,
    _ findings: inout RedactionFindings
  ) throws {
    if stream >= atOnce {
      let both = original.bytes + [Self.newline] + line.utf8
      return try both.withBorrowedBytes {
        try aside.append(
          DeferredEvents.Entry(stream: stream, revision: original.event.revision, position: 0, text: $0))
      }
    }
    let redacted = try event(in: line, revision: original.event.revision)
    record(original.event, redacted, of: stream, &redaction, &findings)
  }

  /// Separates the two lines of a deferred event.
  private static let newline = UInt8(ascii: "\n")

  /// Reads a line, and its document from the shelf.
  private mutating func event(in line: String, revision: Int) throws -> Event {
    var event: Event
    do throws(UnreadableEvent) {
      event = try reader.event(line, revision: revision)
    } catch { throw LogRefused(error.diagnostic) }
    if case .fetchSucceeded(var fetch) = event.data {
      try shelf?.complete(&fetch)
      event.data = .fetchSucceeded(fetch)
    }
    return event
  }

  private mutating func record(
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
    for cause in changed.causes { findings.record(cause) }
    Self.record(&fold, hasChangedIn: &findings)
  }

  /// Takes a stream out of the array, so that its states are changed in place. Its first event creates it.
  private mutating func takeStream(
    _ number: Int, _ source: ExactString, _ pseudonym: ExactString, _ findings: inout RedactionFindings
  ) -> Stream {
    if number >= streams.count { streams += Array(repeating: nil, count: number + 1 - streams.count) }
    if let stream = streams[number].take() { return stream }
    findings.installations += 1
    return Stream(source: source, pseudonym: pseudonym)
  }

  /// Compares the deferred events, and the last states of all streams.
  mutating func end(_ redaction: inout Redaction, _ findings: inout RedactionFindings) throws {
    endStreams(&redaction, &findings)
    let aside = self.aside
    for part in aside.parts {
      first = part.first
      try aside.read(part) { waiting in
        let end = waiting.text.offset(of: Self.newline, from: 0) ?? waiting.text.count
        let original = try event(
          in: String(decoding: waiting.text.extracting(0..<end), as: UTF8.self), revision: waiting.revision)
        let redacted = try event(
          in: String(decoding: waiting.text.extracting((end + 1)...), as: UTF8.self), revision: waiting.revision)
        record(original, redacted, of: waiting.stream, &redaction, &findings)
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
      Self.record(&stream, hasChangedIn: &findings)
    }
  }

  private static func record(_ stream: inout Stream, hasChangedIn findings: inout RedactionFindings) {
    guard !stream.hasChanged else { return }
    stream.hasChanged = true
    findings.changedInstallations += 1
    if findings.examples.count < RedactionFindings.examplesAtMost { findings.examples.append(stream.pseudonym) }
  }
}

/// A decision on a redacted log that differs from the one on the original, with the states before both.
struct ChangedDecision {
  let original: Decision
  let redacted: Decision
  let before: InstallationState
  let after: InstallationState

  /// The changed inputs of the decision; never empty.
  var causes: [ChangeCause] {
    for (own, other) in zip(original.considered, redacted.considered) where own.failed != other.failed {
      // All tests before the first failed one passed on both sides.
      let failed = [own.failed, other.failed].compactMap { $0 }
      guard let test = RuleTest.allCases.first(where: failed.contains) else { continue }
      return subjects(of: test, own.rule).map { ChangeCause(rule: own.rule.id, test: test, subject: $0) }
    }
    return changed([.appPackageName, .appVersionName, .deviceLanguage, .deviceOsName]).map {
      ChangeCause(rule: nil, test: nil, subject: $0)
    }
  }

  private func subjects(of test: RuleTest, _ rule: Rule) -> [ChangeCause.Subject] {
    switch test.redactable(in: rule, from: before.profile, to: after.profile) {
    case .source: [.source]
    case .properties(let names): changed(names)
    case .time: original.question.now == redacted.question.now ? [.state] : [.time]
    case .state: [.state]
    }
  }

  /// The properties that differ; the state where none does.
  private func changed(_ properties: [ExactString]) -> [ChangeCause.Subject] {
    let changed = properties.filter { before.profile[$0] != after.profile[$0] }
    return changed.isEmpty ? [.state] : Set(changed).sorted().map { .property($0) }
  }
}
