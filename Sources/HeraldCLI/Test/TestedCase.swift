import Foundation
import Herald
import HeraldCorpus

/// The expectations that `herald test` writes.
enum ExpectationWriting {
  case none
  /// Those that are missing.
  case missing
  /// Also those whose case disagrees, or that lack fields.
  case accepted
}

/// A case of a corpus with what the test of it found.
struct TestedCase {
  let name: String
  /// The case's folder, as a path from the working folder if it is below it.
  let folder: String
  /// The folder of the corpus as the command line names it.
  let corpus: String
  var situation: String?
  var verdict: CaseVerdict
  var disagreements: [Disagreement] = []
  /// The errors of an invalid case.
  var errors: [Diagnostic] = []
  var status: ExitStatus?
  /// True if its expectation was written, because it was missing or the outcome was accepted.
  var isWritten = false
  /// The changes of an expectation whose outcome was accepted, in one line.
  var changes: String?
  /// True if the outcome was to be accepted and must not be.
  var isKept = false
  var duration = Duration.zero

  var expectation: String { folder + "/expect.jsonl" }
  var log: String { folder + "/log.jsonl" }

  /// Tests a case.
  ///
  /// - Parameter writing: which expectations it writes.
  init(_ folder: URL, in corpus: String, writing: ExpectationWriting) {
    let root = URL(fileURLWithPath: corpus).standardizedFileURL
    name = FieldLog.name(of: folder, below: root)
    let prefix = corpus.hasSuffix("/") ? String(corpus.dropLast()) : corpus
    self.folder = folder.path == root.path ? prefix : "\(prefix)/\(name)"
    self.corpus = prefix
    verdict = .agrees
    let clock = ContinuousClock()
    let start = clock.now
    do { try compare(folder, below: root, writing) } catch { fail(error) }
    duration = start.duration(to: clock.now)
  }

  private mutating func compare(_ folder: URL, below root: URL, _ writing: ExpectationWriting) throws {
    let log = try FieldLog(folder: folder, below: root)
    situation = log.situation
    let comparison = try log.comparison()
    disagreements = comparison.disagreements
    if let refusal = comparison.unexpectedRefusal { throw refusal }
    if writing == .accepted, comparison.hasChanges {
      if comparison.isAcceptable(for: log), !(log.isFrozen && comparison.hasExpectation) {
        try log.write(comparison.outcome)
        (verdict, isWritten, changes) = (.accepted, true, comparison.changes)
        return
      }
      isKept = true
    }
    if !comparison.hasExpectation {
      verdict = .noExpectation
      if writing != .none {
        try log.write(comparison.outcome)
        isWritten = true
      }
    } else if !disagreements.isEmpty {
      verdict = .disagrees
    }
  }

  private mutating func fail(_ error: any Error) {
    verdict = .invalid
    guard let error = error as? any DiagnosticError else {
      status = .couldNotRun
      errors = [
        Diagnostic(
          CaseVerdict.invalid, .error, what: "The case cannot be tested.", file: folder,
          why: "the system says: \(error.localizedDescription)", fix: "check the folder and its permissions")
      ]
      return
    }
    status = error.exitStatus
    errors = error.diagnostics.map { diagnostic in
      var diagnostic = diagnostic
      diagnostic.file = diagnostic.file.map { "\(folder)/\(URL(fileURLWithPath: $0).lastPathComponent)" }
      return diagnostic
    }
  }
}
