package import Herald
import HeraldFormats
package import HeraldLog

/// A decision, with the data that explains it, and the app's behaviour after it.
package struct FoundDecision {
  package let step: ReplayStep
  package let decision: Decision
  let causes: Provenance
  /// The earlier showings.
  package var showings: PastShowings
  /// The texts of the log's documents, by digest.
  var documents: [ExactString: String]
  /// The event that the user asks about; nil if it is the event that asked for the decision.
  package var asked: Event?
  /// The reason why the event that the user asks about changed nothing, with words for it; nil where it had an effect.
  var ignored: (reason: IgnoredEvent, words: String)?
  /// The revision of the last decision, where this one was chosen because no revision was asked for.
  var latest: Int?
  /// The way in which it was chosen there.
  var choice: DecisionChoice?
  /// The first events of the installation, where they were forgotten.
  var forgotten: ForgottenBeginning?
  /// The revisions that the log lacks up to the last event that the answer is about.
  var missing: MissingRevisions
  /// The prompt that the app showed after the decision, or did not show; nil where nothing was to be shown and nothing
  /// was.
  var judged: JudgedPrompt?
  /// Pushes, a busy user and steps of the clock around it.
  var around = Surroundings()

  package init(
    step: ReplayStep, decision: Decision, causes: Provenance, showings: PastShowings = PastShowings(),
    documents: [ExactString: String] = [:], missing: MissingRevisions = MissingRevisions()
  ) {
    self.step = step
    self.decision = decision
    self.causes = causes
    self.showings = showings
    self.documents = documents
    self.missing = missing
  }

  /// Takes the texts of the document in force and of the one that was refused last, as far as the log has them.
  package mutating func takeDocuments(of events: LoggedEvents) throws {
    for digest in [step.state.policy?.digest, step.state.refused?.digest].compactMap(\.self) {
      documents[digest] = try events.document(digest)
    }
  }

  /// The document in force at the decision; nil where there was none, or the log does not have it.
  package var documentInForce: Document? {
    guard let policy = step.state.policy, let text = documents[policy.digest] else { return nil }
    return Document(text: text, format: policy.format)
  }

  /// The showing that the user asks about, or nil if the decision justifies it. Behind missing revisions it may have been
  /// decided all the same.
  var showingWithoutDecision: JudgedPrompt? {
    judged.flatMap { [.unjustified, .unknown].contains($0.verdict) && $0.revision == asked?.revision ? $0 : nil }
  }

  /// Notes a judgement if it is about this decision.
  mutating func record(_ judged: JudgedPrompt) {
    if judged.decision?.revision == decision.revision { self.judged = judged }
  }
}

/// Compares what the app did after a decision with what was decided.
extension FoundDecision {
  /// The sentence that comes first where the app did something else than was decided; otherwise nil.
  var deviation: String? {
    guard let judged, judged.verdict.isDisagreement || judged.verdict == .unknown else { return nil }
    if judged.verdict == .unknown {
      return "Nobody can say whether the app did what was decided. Revision \(judged.revision): \(judged.words)."
    }
    if judged.verdict == .unjustified {
      return "The app did not do what was decided. Revision \(judged.revision): \(judged.words)."
    }
    return "The app did not do what was decided, or the event that says so is missing. Revision \(decision.revision): "
      + "\(judged.words)."
  }

  /// The sentence that comes first where the event that was asked about changed nothing; otherwise nil.
  var withoutEffect: String? {
    guard let asked, let ignored else { return nil }
    let title = EventWords(asked, from: step.before, to: step.state).title
    return "Revision \(asked.revision) (\(title)) changed nothing: \(ignored.words)."
  }

  /// The sentence that comes first where the event that was asked about is a push that waits for its moment; otherwise nil.
  var latched: String? {
    guard let asked, ignored == nil, case .pushReceived = asked.data else { return nil }
    return
      "Revision \(asked.revision) (push received) waits for its moment: it asks every user of the device for an update, "
      + "and is shown at the next launch, login, operation or manual check."
  }

  /// The sentence about events that the log lacks, so that the answer may be wrong; nil for a log without gaps.
  var missingWords: String? {
    guard let last = missing.ranges.last else { return nil }
    return "The log lacks \(missing.list): what is said of the time after revision \(last.lowerBound - 1) may be wrong."
  }

  /// The sentences that come before every answer: that events are missing, that the event changed nothing, that the app
  /// did something else.
  var prefaces: [String] {
    [forgottenWords, missingWords, aheadWords, withoutEffect, latched, deviation, takenWords].compactMap(\.self)
  }

  /// The event that was asked about and the decision behind it, if they are two; otherwise nil.
  var introduction: String? {
    guard let asked else { return nil }
    let title = EventWords(asked, from: step.before, to: step.state).title
    return "Revision \(asked.revision) (\(title)) comes after this decision of revision \(decision.revision)."
  }

  /// Appends `"asked":{…},"app":{…}`: the event that was asked about, and what the app showed or did not show after the
  /// decision; `app` is null where nothing was to be shown and nothing was.
  func writeApp(into output: inout JSONWriter) {
    let event = asked ?? step.event
    output.member("asked") {
      $0.object {
        $0.event(revision: event.revision, id: event.id, type: event.type)
        $0.member("ignored", word: ignored?.reason)
      }
    }
    output.member("app", optional: judged) { output, judged in
      output.object {
        $0.member("verdict", word: judged.verdict)
        $0.member("revision", judged.revision)
        $0.member("rule", judged.rule)
        $0.member("kind", word: judged.kind)
      }
    }
    missing.write(into: &output)
  }
}

/// Describes the comparisons of a decision, and the origin of both sides.
extension DecisionFinder.Found {
  /// The installation, the event that asked, and its time.
  package var title: String {
    let event = step.event
    return "\(event.source.string.shown), revision \(event.revision), \(event.time.words), \(eventTitle)"
  }

  /// The event that asked, in a few words.
  package var eventTitle: String { EventWords(step.event, from: step.before, to: step.state).title }

  /// An instant on the device's clock, with UTC beside it.
  func clock(_ instant: Timestamp) -> String {
    "\(DeviceTime(moment: instant, offsetMinutes: step.event.time.offsetMinutes).words) (\(instant) in UTC)"
  }

  func words(_ comparison: Comparison, of rule: Rule, _ style: Style) -> String {
    let zone = comparison.isOnClock ? " \(DeviceTime.zone(step.event.time.offsetMinutes))" : ""
    let value = comparison.found.map { "\($0.shown)\(zone)" } ?? "missing"
    let note = comparison.remarks.map { "; \($0)" } ?? ""
    let wanted =
      comparison.atLeast.map { "\(comparison.wanted.shown) (\($0.shown) or later)" } ?? comparison.wanted.shown
    let text = "\(comparison.subject.shown) \(style.bold(value)), wanted \(wanted)\(note)"
    let mark = comparison.passed ? "" : style.red(" ✗")
    var sources: [String] = []
    if let diagnostic = comparison.diagnostic { sources.append(diagnostic.name) }
    if let part = comparison.decidedBy { sources.append("decided by `\(part.shown)`") }
    if let place = comparison.place(in: rule) { sources.append("\(place.line):\(place.column)") }
    if comparison.houseRule(in: rule) != nil {
      sources.append("a house rule of the app" + (causes.policy.map { ", came with revision \($0.revision)" } ?? ""))
    }
    if !comparison.showings.isEmpty {
      let last = comparison.showings.suffix(5).map { showing in
        // The day and the minute: the span is hours or days.
        String(DeviceTime(moment: showing, offsetMinutes: step.event.time.offsetMinutes).words.prefix(16))
      }
      sources.append((comparison.showings.count > last.count ? "…, " : "") + last.joined(separator: ", "))
    } else if let event = causes.event(for: comparison.basis, rule: rule.id) {
      sources.append("revision \(event.revision)")
    }
    return text + mark + (sources.isEmpty ? "" : style.dim("  (\(sources.joined(separator: ", ")))"))
  }

  func write(_ comparison: Comparison, of rule: Rule, into output: inout JSONWriter) {
    comparison.write(of: rule, asked: step.event.revision, from: causes, into: &output)
  }
}

/// Says of an answer that it rests on events that were forgotten.
enum ForgottenWords {
  static func sentence(_ beginning: ForgottenBeginning) -> String {
    let date = String("\(DeviceTime(moment: beginning.before))".prefix(10))
    let when = beginning.forgottenAt.map { " on \("\($0)".prefix(10))" } ?? ""
    return "Events before \(date), up to revision \(beginning.revision), were forgotten\(when) (retention): "
      + "what they did is kept in the state of revision \(beginning.revision)."
  }
}

extension FoundDecision {
  /// Notes that the first events of the installation were forgotten, which is not a gap of the log.
  mutating func record(_ beginnings: [ExactString: ForgottenBeginning]) {
    forgotten = beginnings[step.event.source]
  }

  var forgottenWords: String? { forgotten.map(ForgottenWords.sentence) }
}

/// The reason why a document counts as older than an accepted one, for people.

extension InstallationState {
  /// The document's position in its publisher's order and the accepted one, as the end of a sentence; nil where nothing
  /// newer is known.
  package func newerWords(than policy: Policy) -> String? {
    guard let rollback = rollback(of: policy) else { return nil }
    switch (rollback.order.mark, rollback.accepted.mark) {
    case (.revision(let own), .revision(let accepted)):
      let said = policy.revision == nil ? "it has no `revision`, which counts as \(own)" : "its `revision` is \(own)"
      return "\(said), and one with \(accepted) was accepted before"
    case (.version(let own), .version(let accepted)):
      let until = rollback.until.map { "; a fetch from \($0) on is accepted" } ?? ""
      return "its newest version is \(own.text), and one with \(accepted.text) was accepted before\(until)"
    case (.revision, .version), (.version, .revision): return nil
    }
  }
}

/// The rules of the document in force that could not be read.
struct LeftOutRules {
  /// The findings that give the reason why each rule was left out.
  let findings: [Diagnostic]
  private let root: JSONNode?

  /// The codes of findings about rules that are left out.
  private static let codes = Set([DocumentCode.invalidRule, .noUrl, .invalidRow].map { Diagnostic.Code($0) })

  /// Reads the document in force again for its findings. It has none where no event of the log contains the text.
  init(in found: DecisionFinder.Found) {
    guard let policy = found.step.state.policy, let text = found.documents[policy.digest] else {
      (findings, root) = ([], nil)
      return
    }
    let document = Document(
      text: text, digest: policy.digest, format: policy.format, url: policy.url, storeURL: policy.storeURL,
      houseRules: policy.houseRules)
    findings = Formats.read(document).diagnostics.filter { Self.codes.contains($0.code) }
    root = findings.isEmpty ? nil : try? JSONNode.read(text, lenient: true).node
  }

  /// Number of rules that some findings are about; a rule may have several findings.
  static func count(_ findings: [Diagnostic]) -> Int {
    let rules = findings.map { finding in
      let tokens = (finding.place?.pointer ?? "").split(separator: "/").prefix(2)
      // A rule that stands alone in place of a list has no number.
      let isNumbered = tokens.last.map { Int($0) != nil } ?? false
      return tokens.isEmpty ? finding.location : tokens.prefix(isNumbered ? 2 : 1).joined(separator: "/")
    }
    return Set(rules).count
  }

  /// The findings about a rule, by the id that it would have; empty for a rule that the document does not have.
  func findings(of rule: ExactString) -> [Diagnostic] { findings.filter { id(of: $0) == rule } }

  /// The id of the rule of a finding, such as `update:7` for the entry at `/updates/0` with the id 7.
  private func id(of finding: Diagnostic) -> ExactString? {
    let tokens = (finding.place?.pointer ?? "").split(separator: "/").map(String.init)
    guard let list = tokens.first, let node = root?[name: list] else { return nil }
    var entry = node
    if case .array(let entries) = node.value {
      guard let index = tokens.dropFirst().first.flatMap({ Int($0) }), entries.indices.contains(index) else {
        return nil
      }
      entry = entries[index]
    }
    let kind = list == "messages" ? "message" : "update"
    switch entry[name: "id"]?.value {
    case .string(let text), .number(let text): return ExactString("\(kind):\(text)")
    default: return nil
    }
  }
}
