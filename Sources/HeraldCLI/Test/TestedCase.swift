import Foundation
import Herald
import HeraldCorpus

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
  /// True if its missing expectation was written.
  var isWritten = false
  var duration = Duration.zero

  var expectation: String { folder + "/expect.jsonl" }
  var log: String { folder + "/log.jsonl" }

  /// Tests a case.
  ///
  /// - Parameter writes: true to write a missing expectation.
  init(_ folder: URL, in corpus: String, writes: Bool) {
    let root = URL(fileURLWithPath: corpus).standardizedFileURL
    name = FieldLog.name(of: folder, below: root)
    let prefix = corpus.hasSuffix("/") ? String(corpus.dropLast()) : corpus
    self.folder = folder.path == root.path ? prefix : "\(prefix)/\(name)"
    self.corpus = prefix
    verdict = .agrees
    let clock = ContinuousClock()
    let start = clock.now
    do { try compare(folder, below: root, writes: writes) } catch { fail(error) }
    duration = start.duration(to: clock.now)
  }

  private mutating func compare(_ folder: URL, below root: URL, writes: Bool) throws {
    let log = try FieldLog(folder: folder, below: root)
    situation = log.situation
    let comparison = try log.comparison()
    disagreements = comparison.disagreements
    if let refusal = comparison.unexpectedRefusal { throw refusal }
    if !comparison.hasExpectation {
      verdict = .noExpectation
      if writes {
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
