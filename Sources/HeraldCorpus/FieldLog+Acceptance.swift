import Foundation

extension FieldLog {
  /// True for a case below a folder `history`: it says what logs of the past mean, so nobody accepts another meaning by an
  /// option.
  package var isFrozen: Bool {
    let parts = folder.standardizedFileURL.pathComponents.dropLast()
    // The case's own path, and the folders that the command line may have named: not where the corpus itself lies.
    return parts.suffix(name.split(separator: "/").count + 1).contains("history")
  }
}

extension FieldLog.Comparison {
  /// True if writing the outcome changes the expectation, apart from its spelling.
  package var hasChanges: Bool { !hasExpectation || !disagreements.isEmpty || !added.isEmpty }

  /// True if the outcome can be the expectation. It cannot where readers differ, which is a bug of Herald, or where
  /// `case.json` and the log disagree whether it must be refused.
  package func isAcceptable(for log: FieldLog) -> Bool {
    !disagreements.contains(where: \.isOfSomeReaders) && log.mustBeRefused == (outcome.refusal != nil)
  }

  /// The changes of the expectation in one line, such as ``the state of `/i`: /failures: expected − 1, actual + 2; the new
  /// field `/lastForeground` in 3 states``.
  package var changes: String {
    guard hasExpectation else { return "it is new" }
    var parts: [String] = []
    let sentences = disagreements.flatMap(\.sentences)
    if let first = sentences.first {
      parts.append(first + (sentences.count > 1 ? ", and \(sentences.count - 1) more" : ""))
    }
    let lines = Dictionary(added.flatMap { $0 }.map { ($0, 1) }, uniquingKeysWith: +)
    parts += lines.map { place, count in
      "the new field `\(place.field)` in \(count) \(place.line.rawValue)\(count == 1 ? "" : "s")"
    }.sorted()
    return parts.joined(separator: "; ")
  }
}
