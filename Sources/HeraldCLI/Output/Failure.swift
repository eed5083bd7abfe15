import ArgumentParser
import Herald
import HeraldQuestions
import HeraldLog

/// Prints errors in four parts (what, where, why and the fix), and maps them to exit statuses.
enum Failure {
  static let couldNotRun = ExitCode(.couldNotRun)
  static let disagreement = ExitCode(2)
  static let invalid = ExitCode(.invalid)

  /// Runs a command's work, and prints the errors of logs, ledgers and documents for a person.
  ///
  /// - Parameter afterBadLines: a text for logs with bad lines: what the command did, and what the user can do.
  static func telling(afterBadLines: String = "", _ body: () throws -> Void) throws {
    do { try body() } catch { throw told(error, afterBadLines) }
  }

  static func telling(afterBadLines: String = "", _ body: () async throws -> Void) async throws {
    do { try await body() } catch { throw told(error, afterBadLines) }
  }

  /// Prints an error, and returns the exit status to throw.
  static func told(_ error: any Error, _ afterBadLines: String = "") -> any Error {
    guard let error = error as? any DiagnosticError else { return error }
    for diagnostic in error.diagnostics { tell(diagnostic) }
    if let refused = error as? LogRefused, refused.badLines > 0 { tellBadLines(of: refused, afterBadLines) }
    return ExitCode(error.exitStatus)
  }

  private static func tellBadLines(of error: LogRefused, _ afterBadLines: String) {
    let more = error.badLines - error.diagnostics.count
    StandardError.write(
      "\(error.badLines) bad line\(error.badLines == 1 ? "" : "s") of \(error.lines)"
        + (more > 0 ? "; the first \(error.diagnostics.count) are shown" : "") + "."
        + (afterBadLines.isEmpty ? "" : " " + afterBadLines) + "\n")
  }

  /// The exit status after an error that was printed.
  static func status(of diagnostic: Diagnostic) -> ExitCode { ExitCode(diagnostic.code.explanation.exitStatus) }

  /// Prints one finding on standard error.
  static func tell(_ diagnostic: Diagnostic) { StandardError.say(DiagnosticWords.words(diagnostic, .error) + "\n") }

  /// Prints the errors and warnings about a policy's document. Of very many it prints the last ones, because the last
  /// one is the reason of a refusal.
  static func tell(_ findings: [Diagnostic], inPolicy name: String) {
    let grave = findings.filter { $0.severity != .note }
    let left = grave.count - 20
    if left > 0 { StandardError.write("\(left.of("finding", "findings")) left out before these\n") }
    for var finding in grave.suffix(20) {
      finding.file = name
      tell(finding)
    }
  }
}

extension ExitCode {
  fileprivate init(_ status: ExitStatus) { self.init(status.rawValue) }
}
