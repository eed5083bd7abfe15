import Foundation
import HeraldLog
import SystemPackage

/// Standard output, for the answer of a command.
enum StandardOutput {
  static let isTerminal = isatty(1) == 1

  /// Writes all bytes. If the reader has closed the pipe, the program ends quietly.
  ///
  /// - Throws: `LogFileError` where they cannot be written, as on a full disk.
  static func write(_ bytes: some Sequence<UInt8>) throws {
    do {
      try FileDescriptor.standardOutput.writeAll(bytes)
    } catch let error as Errno where error == .brokenPipe {
      Foundation.exit(0)
    } catch let error as Errno {
      throw LogFileError(
        FileCode.cannotWrite, what: "Standard output cannot be written.", file: "standard output",
        why: error.description,
        fix: error == .noSpace ? "free some space, and do it again" : "check where the output goes, and do it again")
    }
  }

  static func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Writes words for a person: lines end between words, and a long answer is shown by a pager.
  static func say(_ text: String) throws {
    Pager.start()
    try write(TerminalWidth.known.map { text.wrapped(to: $0) } ?? text)
  }
}

/// Standard input, which may be a terminal.
enum StandardInput {
  static let isTerminal = isatty(0) == 1
}

/// Standard error, for everything except the command's answer.
enum StandardError {
  static let isTerminal = isatty(2) == 1

  /// Writes words for a person, in lines that end between words.
  static func say(_ text: String) { write(TerminalWidth.known.map { text.wrapped(to: $0) } ?? text) }

  static func write(_ text: String) {
    _ = try? FileDescriptor.standardError.writeAll(Array(text.utf8))
  }
}
