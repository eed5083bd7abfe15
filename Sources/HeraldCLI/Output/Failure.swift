import ArgumentParser
import Herald
import HeraldLog

/// Exit statuses, and how errors are told: what, where, why and the fix.
enum Failure {
  static let couldNotRun = ExitCode(1)
  static let disagreement = ExitCode(2)
  static let invalid = ExitCode(3)

  /// Runs a command's work, telling errors of logs, ledgers and documents as a person reads them.
  ///
  /// - Parameter afterBadLines: what the command did with a log that has bad lines, and what can be done about it.
  static func telling(afterBadLines: String = "", _ body: () throws -> Void) throws {
    do { try body() } catch let error as LogRefused {
      for diagnostic in error.diagnostics { tell(diagnostic) }
      guard error.badLines > 0 else { throw invalid }
      let more = error.badLines - error.diagnostics.count
      StandardError.write(
        "\(error.badLines) bad line\(error.badLines == 1 ? "" : "s") of \(error.lines)"
          + (more > 0 ? ", of which the first \(error.diagnostics.count) are shown" : "") + "."
          + (afterBadLines.isEmpty ? "" : " " + afterBadLines) + "\n")
      throw invalid
    } catch let error as LogFileError {
      tell(error.diagnostic)
      throw error.diagnostic.code == "damagedArchive" ? invalid : couldNotRun
    } catch let error as LedgerError {
      tell(error.diagnostic)
      throw invalidCodes.contains(error.diagnostic.code) ? invalid : couldNotRun
    }
  }

  /// Codes that say that the input is bad, rather than that the machine could not.
  private static let invalidCodes: Set<String> = [
    "notALedger", "newerLedger", "damaged", "corruptFacts", "unexpectedRevision", "noEvent", "notWritable", "busy",
  ]

  /// Tells one finding on standard error.
  static func tell(_ diagnostic: Diagnostic) { StandardError.write(words(diagnostic, Style.error) + "\n") }

  /// A finding in four parts, one a line.
  ///
  /// - Parameter excerpt: lines that show the place, to stand below it.
  static func words(_ diagnostic: Diagnostic, _ style: Style, excerpt: [String] = []) -> String {
    let label =
      switch diagnostic.severity {
      case .error: style.red("error")
      case .warning: style.yellow("warning")
      case .note: style.blue("note")
      }
    let location = diagnostic.location
    var lines = ["\(label)[\(diagnostic.code)]: \(style.bold(diagnostic.what.shown))"]
    if !location.isEmpty { lines.append("  \(style.dim("at ")) \(location.shown)") }
    lines += excerpt
    lines.append("  \(style.dim("why")) \(diagnostic.why.shown)")
    lines.append("  \(style.dim("fix")) \(diagnostic.fix.shown)")
    return lines.joined(separator: "\n")
  }
}
