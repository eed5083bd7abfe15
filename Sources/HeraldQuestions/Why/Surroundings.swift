import Herald
import HeraldLog

/// What a stream has around a decision that its reader would ask next: pushes, a busy user, a clock that was ahead.
struct Surroundings: Sendable {
  /// The pushes that came before.
  private(set) var pushes: [Push] = []
  /// The number of them.
  private(set) var pushCount = 0
  /// The last return in the middle of something, until a return that is not.
  private(set) var busy: (event: Provenance.EventName, time: DeviceTime)?
  /// The last *304* that is about another document than the one in force; nil where the log's fetches fit.
  private(set) var otherDocument: (event: Provenance.EventName, tag: ExactString, inForce: ExactString)?
  /// The entity tag of the document in force.
  private var tagInForce: ExactString?
  /// The entity tags of documents that came and were refused.
  private var refusedTags: Set<ExactString> = []
  /// All steps of the clock, also those behind the decision.
  var clock = ClockSteps()

  /// A push that came.
  struct Push: Sendable {
    let event: Provenance.EventName
    /// The reason why it changed nothing, with words for it; nil where it was latched.
    let ignored: (reason: IgnoredEvent, words: String)?
  }

  /// The most pushes that are kept, the last ones.
  private static let mostPushes = 5

  /// Takes note of the stream's next event.
  ///
  mutating func record(_ step: ReplayStep) {
    let (event, before) = (step.event, step.before)
    clock.record(revision: event.revision, at: event.time)
    switch event.data {
    case .pushReceived:
      pushCount += 1
      let ignored = IgnoredEvent(event.data, in: before).map { ($0, $0.words(event.data, in: before)) }
      pushes = pushes.suffix(Self.mostPushes - 1) + [Push(event: Provenance.EventName(event), ignored: ignored)]
    case .appForegrounded(let back): busy = back.isBusy ? (Provenance.EventName(event), event.time) : nil
    case .appLaunched: busy = nil
    case .fetchSucceeded(let fetch): record(fetch, event, after: step.state)
    case .appBackgrounded, .userChanged, .fetchFailed, .promptShown, .buttonChosen,
      .operationAttempted,
      .unknown:
      break
    }
  }

  private mutating func record(_ fetch: FetchSucceeded, _ event: Event, after: InstallationState) {
    if let digest = fetch.digest {
      if after.policy?.digest == digest {
        tagInForce = fetch.etag
      } else if let tag = fetch.etag {
        refusedTags.insert(tag)
      }
      otherDocument = nil
    } else if let tag = fetch.etag, let inForce = tagInForce, !refusedTags.contains(tag) {
      otherDocument = tag.isSameTag(as: inForce) ? nil : (Provenance.EventName(event), tag, inForce)
    }
  }
}

extension ExactString {
  /// True if two entity tags name the same document, weakly or strongly (RFC 9110, section 8.8.3.2).
  fileprivate func isSameTag(as other: ExactString) -> Bool {
    func opaque(_ tag: ExactString) -> Substring {
      tag.string.hasPrefix("W/") ? tag.string.dropFirst(2) : tag.string[...]
    }
    return opaque(self) == opaque(other)
  }
}

extension FoundDecision {
  /// A sentence on a *304* that is about another document than the one in force; nil where the fetches fit.
  var otherDocumentWords: String? {
    around.otherDocument.map {
      "Revision \($0.event.revision) was answered *304, the last document still holds* for `\($0.tag.string.shown)`, and "
        + "the document in force came as `\($0.inForce.string.shown)`: the log lacks a document between them."
    }
  }
}

extension Surroundings.Push {
  /// The push in one line.
  var words: String { "revision \(event.revision): \(ignored.map { "ignored, \($0.words)" } ?? "latched")" }

  func write(into output: inout JSONWriter) {
    output.object {
      $0.event(revision: event.revision, id: event.id, type: event.type)
      $0.member("ignored", word: ignored?.reason)
    }
  }
}
