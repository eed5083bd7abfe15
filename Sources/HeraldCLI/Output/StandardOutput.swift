import Foundation
import HeraldLog
import HeraldQuestions
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

  /// Writes the bytes of a file, however large it is.
  static func write(contentsOf path: String) throws {
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    defer { try? file.close() }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
      if count == 0 { return }
      try write(buffer.prefix(count))
    }
  }

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

/// The width of the terminal.
enum TerminalWidth {
  /// The columns of standard output: as `COLUMNS` says, as the terminal says; nil for another output.
  static let known: Int? = {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }()

  /// The same, or 80.
  static var output: Int { known ?? 80 }
}

/// The styles of this program's outputs.
extension Style {
  /// The styles of standard output and of standard error.
  static let output = Style(isTerminal: StandardOutput.isTerminal)
  static let error = Style(isTerminal: StandardError.isTerminal)

  /// True if the terminal can do more than print lines.
  var isCapable: Bool { ProcessInfo.processInfo.environment["TERM"] != "dumb" }

  /// Uses no colour if `NO_COLOR` is set (https://no-color.org), on a dumb terminal, and without a terminal.
  private init(isTerminal: Bool) {
    let environment = ProcessInfo.processInfo.environment
    self.init(
      isColoured: isTerminal && (environment["NO_COLOR"] ?? "").isEmpty && environment["TERM"] != "dumb")
  }
}
