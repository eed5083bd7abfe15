import Foundation
import Herald
package import HeraldLog

extension FieldLog {
  /// The outcome of a log: lines, or the error of a log that is refused.
  package struct Outcome: Sendable {
    /// Decisions and then states as lines of JSON, or one line for a refusal.
    package let lines: [String]
    package let refusal: LogRefused?
  }

  /// A case's outcome beside its expectation.
  package struct Comparison: Sendable {
    package let hasExpectation: Bool
    /// The differences, each listed once; empty without an expectation.
    package let disagreements: [Disagreement]
    /// The fields that the expectation lacks and may lack, by line: they are newer than it, or null.
    let added: [Set<FieldPlace>]
    /// The outcome of the first reader.
    package let outcome: Outcome

    /// The error of a log that is refused although nothing says that it must be; nil for every other log.
    package let unexpectedRefusal: LogRefused?
  }

  /// Compares the outcome of each reader with `expect.jsonl`. Writes nothing.
  ///
  /// - Throws: ``FieldLogError`` where `expect.jsonl` cannot be read, and the errors of reading the log.
  package func comparison(_ readers: [Reader] = Reader.allCases) throws -> Comparison {
    guard FileManager.default.fileExists(atPath: expectation.path) else {
      let outcome = try outcome(of: readers.first ?? .memory)
      return Comparison(
        hasExpectation: false, disagreements: [], added: [], outcome: outcome,
        unexpectedRefusal: mustBeRefused ? nil : outcome.refusal)
    }
    let expected = try expectedLines()
    let outcomes = try readers.map { (reader: $0, outcome: try self.outcome(of: $0)) }
    var added: [[Set<FieldPlace>]] = []
    let found = try outcomes.map { reader, outcome in
      let actual = try OutcomeLines(outcome.lines.map { Substring($0) }, file: "the outcome")
      var places: [Set<FieldPlace>] = []
      defer { added.append(places) }
      return (reader: reader, differences: expected.differences(to: actual, added: &places))
    }
    let first = outcomes.first?.outcome ?? Outcome(lines: [], refusal: nil)
    let disagreements = Disagreement.all(found)
    let refusalDiffers = disagreements.contains { $0.difference.expected?.node[name: "source"] != nil }
    return Comparison(
      hasExpectation: true, disagreements: disagreements, added: added.first ?? [], outcome: first,
      unexpectedRefusal: refusalDiffers ? first.refusal : nil)
  }

  private func expectedLines() throws -> OutcomeLines {
    let bytes: Data
    do { bytes = try Data(contentsOf: expectation) } catch {
      throw LogFileError(
        FileCode.cannotRead, what: "`expect.jsonl` of `\(name)` cannot be read.", file: expectation.path,
        why: "the system says: \(error.localizedDescription)", fix: "check the file and its permissions")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw FieldLogError(
        .invalidExpectation, what: "`expect.jsonl` of `\(name)` is not UTF-8.", file: expectation.path,
        why: "JSON is exchanged in UTF-8 alone (RFC 8259, section 8.1)", fix: "delete it to have it written again")
    }
    return try OutcomeLines(
      text.split(separator: "\n", omittingEmptySubsequences: false), file: expectation.path)
  }

  /// Writes an outcome as the expectation of the case: as a file beside it, which then takes its name.
  ///
  /// - Throws: `LogFileError` where it cannot be written. Then the expectation is what it was.
  package func write(_ outcome: Outcome) throws {
    do {
      try Data((outcome.lines.joined(separator: "\n") + "\n").utf8).write(to: expectation, options: .atomic)
    } catch {
      throw LogFileError(
        FileCode.cannotWrite, what: "`expect.jsonl` of `\(name)` cannot be written.", file: expectation.path,
        why: "the system says: \(error.localizedDescription)",
        fix: "check the folder and its permissions; the file is what it was")
    }
  }
}
