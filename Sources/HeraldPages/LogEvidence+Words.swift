import HeraldQuestions
package import HeraldLog

extension LogEvidence {
  /// The sentence of a page about lines that the log lacks; nil for a log that was read whole.
  package var warning: String? {
    let parts = [
      leftOut > 0 ? leftOut.of("bad line was left out", "bad lines were left out") : nil,
      gaps > 0 ? "revisions are missing in \(gaps.of("place"))" : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else { return nil }
    return
      "This log is incomplete: \(parts.joined(separator: ", and ")). What the page says of the time after them, and of "
      + "what was decided, may be wrong."
  }
}
