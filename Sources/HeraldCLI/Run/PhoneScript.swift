import Herald
import HeraldLog

/// The steps of a script. A file is read whole before the first step. Standard input is read step by step.
struct PhoneScript {
  private struct Line {
    let number: Int
    let text: String
    let step: PhoneStep

    /// Nil for a blank line or a comment.
    init?(_ text: String, number: Int, of script: String) throws {
      do throws(StepFault) {
        guard let step = try PhoneStep(text) else { return nil }
        self.step = step
      } catch {
        throw LogRefused(error.diagnostic(script, line: number))
      }
      self.number = number
      self.text = text.trimmed
    }
  }
  private let name: String
  /// Nil for standard input.
  private let lines: [Line]?

  /// - Parameter name: a file, or `-` for standard input.
  /// - Throws: `LogFileError` where it cannot be read, `LogRefused` where a line is not a step.
  init(_ name: String) throws {
    self.name = name
    lines = name == "-" ? nil : try Self.lines(of: name)
  }

  private static func lines(of name: String) throws -> [Line] {
    var (lines, faults): ([Line], [Diagnostic]) = ([], [])
    let texts = try PolicyInput(name).text.split(omittingEmptySubsequences: false) { $0.isNewline }
    for (index, text) in texts.enumerated() {
      do {
        if let line = try Line(String(text), number: index + 1, of: name) { lines.append(line) }
      } catch let error as LogRefused {
        faults += error.diagnostics
      }
    }
    if !faults.isEmpty { throw LogRefused(faults) }
    return lines
  }

  func run(on session: inout PhoneSession) async throws {
    if let lines {
      for line in lines where try await !take(line, &session) { return }
    } else {
      var number = 0
      while let text = readLine() {
        number += 1
        guard let line = try Line(text, number: number, of: name) else { continue }
        guard try await take(line, &session) else { return }
      }
    }
  }

  private func take(_ line: Line, _ session: inout PhoneSession) async throws -> Bool {
    do { return try await session.perform(line.step, line.text, line: line.number) } catch let fault as StepFault {
      throw LogRefused(fault.diagnostic(name, line: line.number))
    }
  }
}
