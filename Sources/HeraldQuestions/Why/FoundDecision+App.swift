import Herald

/// Compares what the app did after a decision with what was decided.
extension FoundDecision {
  /// The sentence that comes first where the app did something else than was decided; otherwise nil.
  var deviation: String? {
    guard let judged, judged.verdict.isDisagreement else { return nil }
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
    guard let last = missing.last else { return nil }
    let ranges = missing.suffix(3).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    let count = missing.reduce(0) { $0 + $1.count }
    return "The log lacks \(count == 1 ? "revision" : "revisions") \(ranges.joined(separator: ", "))"
      + (missing.count > 3 ? " and others before" : "") + ": what is said of the time after revision "
      + "\(last.lowerBound - 1) may be wrong."
  }

  /// The sentences that come before every answer: that events are missing, that the event changed nothing, that the app
  /// did something else.
  var prefaces: [String] { [forgottenWords, missingWords, withoutEffect, latched, deviation].compactMap(\.self) }

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
    if !missing.isEmpty {
      output.member("missing", missing) { output, range in
        output.object {
          $0.member("from", range.lowerBound)
          $0.member("to", range.upperBound)
        }
      }
    }
  }
}
