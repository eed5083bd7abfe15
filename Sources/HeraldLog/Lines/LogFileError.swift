public import Herald
import SystemPackage

/// A file that cannot be opened, read or written.
public struct LogFileError: Error, Hashable, Sendable {
  /// What failed, why, and what helps.
  public let diagnostic: LogDiagnostic

  init(opening path: String, _ error: Errno) {
    diagnostic = LogDiagnostic(
      "cannotOpen", what: "`\(path)` cannot be opened.", file: path, why: error.description,
      fix: "check the path and the permissions")
  }

  init(reading path: String, _ error: Errno) {
    diagnostic = LogDiagnostic(
      "cannotRead", what: "`\(path)` cannot be read to its end.", file: path, why: error.description,
      fix: error == .noSpace ? "free some space for temporary files, or set TMPDIR" : "check the disk and try again")
  }

  /// - Parameters:
  ///   - what: one sentence about what failed.
  ///   - file: the file's path.
  ///   - why: the reason, without a full stop.
  ///   - fix: what helps, without a full stop.
  public init(_ code: String, what: String, file: String, why: String, fix: String) {
    diagnostic = LogDiagnostic(code, what: what, file: file, why: why, fix: fix)
  }
}
