package import Herald

/// The refusal that a document would meet on an installation, asked at its last state.
///
/// A document that phones refuse changes nothing for them, whatever it would do if it came into force.
package struct ForeseenRefusal: Hashable, Sendable {
  /// The reason.
  package let reason: RefusalReason
  /// The highest revision that the installation accepted, of a document without a higher one; nil for another reason.
  let newest: Int?

  /// Asks an installation whether it would take a document.
  ///
  /// - Parameters:
  ///   - fetch: the fetch that brings the document, with its reading.
  ///   - state: the state after the installation's last event.
  /// - Returns: nil where the document comes into force.
  init?(of fetch: EventData, in state: InstallationState) {
    var state = state
    let newest = state.newest.compactMap { order in
      if case .revision(let revision) = order.mark { revision } else { nil }
    }.max()
    let time = state.lastTime ?? Timestamp(milliseconds: 0)
    state.apply(Fact(revision: state.revision + 1, time: DeviceTime(moment: time), data: fetch))
    guard let refused = state.refused else { return nil }
    reason = refused.reason
    self.newest = refused.reason == .rollback ? newest : nil
  }
}

/// The installations that would refuse a document, by reason.
package struct RefusalCounts: Hashable, Sendable {
  private(set) var counts: [RefusalReason: Int] = [:]
  /// The highest revision that one of them accepted.
  private(set) var newest: Int?

  /// All of them.
  package var all: Int { counts.values.reduce(0, +) }

  mutating func add(_ refusal: ForeseenRefusal) {
    counts[refusal.reason, default: 0] += 1
    newest = [newest, refusal.newest].compactMap(\.self).max()
  }

  mutating func add(_ other: RefusalCounts) {
    counts.merge(other.counts, uniquingKeysWith: +)
    newest = [newest, other.newest].compactMap(\.self).max()
  }

  /// The reasons and their numbers, the most frequent first.
  var sorted: [(reason: RefusalReason, count: Int)] {
    counts.map { ($0.key, $0.value) }.sorted { ($1.1, $0.0.rawValue) < ($0.1, $1.0.rawValue) }
  }

  /// The reasons in words, such as ``2,101 as `rollback`: a newer document was accepted before``.
  var words: String {
    sorted.map { "\($0.count.grouped) as `\($0.reason.rawValue)`: \($0.reason.words)" }.joined(separator: "; ")
  }

  /// The advice, in words that begin small and have no end.
  var fix: String {
    if let newest { return "raise `revision` above \(newest)" }
    if counts[.rollback] != nil { return "name a version that is not below the newest one before" }
    if counts[.otherPackage] != nil { return "check that `packageName` is the app's" }
    return "see `herald explain-code \(sorted.first?.reason.rawValue ?? "")`"
  }

  /// Writes an object of reasons and numbers.
  func write(into output: inout JSONWriter) {
    output.object { output in
      for (reason, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
        output.member(named: ExactString(reason.rawValue)) { $0.integer(count) }
      }
    }
  }
}

extension WhatIfSummary {
  /// Says that phones would not take the other policy, so that no figure promises anything about them; nil for none.
  package var refusedWords: String? {
    guard refusals.all > 0 else { return nil }
    return "\(refusals.all.grouped) of \(self[.installations].of("installation", "installations")) would refuse this "
      + "document, and count as unchanged (\(refusals.words)); \(refusals.fix)"
  }
}
