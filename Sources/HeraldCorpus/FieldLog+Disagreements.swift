import Foundation
import Herald

extension FieldLog {
  /// The differences between the outcome and the expectation, as sentences; empty where they agree.
  ///
  /// A difference that all readers find is listed once. For a case without `expect.jsonl` it writes one and returns a
  /// difference, so that somebody reads the file; but it writes no refusal, unless `case.json` has `refusedLine`.
  ///
  /// - Parameter readers: the ways to read the log; all by default.
  /// - Throws: ``FieldLogError``, and the errors of reading and writing the case's files.
  public func disagreements(_ readers: [Reader] = Reader.allCases) throws -> [String] {
    let comparison = try comparison(readers)
    if comparison.hasExpectation { return comparison.disagreements.flatMap(\.sentences) }
    if let refused = comparison.unexpectedRefusal?.diagnostics.first {
      return [
        "`\(name)` has no expectation, and its log is refused: \(refused.location): \(refused.what) Correct it, or add "
          + "`refusedLine` to its case.json if it must be refused."
      ]
    }
    try write(comparison.outcome)
    return [
      "`\(name)` had no expectation. It is written now: read \(expectation.path), and run the tests again if it is right."
    ]
  }

  /// The differences between lines of an outcome and the expectation. The order of streams and of keys is ignored, and so
  /// is a field that the expectation may lack.
  ///
  /// - Throws: ``FieldLogError`` where a line is not JSON.
  public func disagreements(of lines: [String], with expected: String) throws -> [String] {
    let expected = try OutcomeLines(
      expected.split(separator: "\n", omittingEmptySubsequences: false), file: expectation.path)
    let actual = try OutcomeLines(lines.map { Substring($0) }, file: "the outcome")
    var added: [Set<FieldPlace>] = []
    return expected.differences(to: actual, added: &added).flatMap(\.sentences)
  }
}

/// A difference between the outcome of a case and its expectation, and the readers that find it.
package struct Disagreement: Sendable, CustomStringConvertible {
  package let difference: LineDifference
  /// The readers whose outcome differs so.
  package let readers: [FieldLog.Reader]
  /// True if other readers of the comparison have another outcome. Then Herald has a bug, whatever was expected.
  package let isOfSomeReaders: Bool

  /// The difference as sentences: one for each value that differs, after the names of the readers if not all find it.
  package var sentences: [String] {
    let names = isOfSomeReaders ? readers.map(\.rawValue).joined(separator: ", ") + ": " : ""
    return difference.sentences.map { names + $0 }
  }

  /// The sentences, each on its line.
  package var description: String { sentences.joined(separator: "\n") }

  /// The differences of all readers, each listed once.
  static func all(_ found: [(reader: FieldLog.Reader, differences: [LineDifference])]) -> [Disagreement] {
    var order: [[String]] = []
    var readers: [[String]: (difference: LineDifference, readers: [FieldLog.Reader])] = [:]
    for (reader, differences) in found {
      for difference in differences {
        let key = difference.sentences
        if readers[key] == nil { order.append(key) }
        readers[key, default: (difference, [])].readers.append(reader)
      }
    }
    return order.compactMap { readers[$0] }.map {
      Disagreement(
        difference: $0.difference, readers: $0.readers, isOfSomeReaders: $0.readers.count < found.count)
    }
  }
}

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
