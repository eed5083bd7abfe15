import ArgumentParser
import Foundation
import Herald

/// Ends the program after an error, a request for help, or wrong usage.
enum ProcessExit {
  /// Prints what is to say, and ends the program.
  static func exit(with error: any Error) -> Never {
    do {
      try Failure.telling { if error is any DiagnosticError { throw error } else { try say(error) } }
      Foundation.exit(HeraldCommand.exitCode(for: error).rawValue)
    } catch {
      // An exit status: what failed has been printed.
      Foundation.exit(HeraldCommand.exitCode(for: error).rawValue)
    }
  }

  private static func say(_ error: any Error) throws {
    let status = HeraldCommand.exitCode(for: error)
    let message = HeraldCommand.fullMessage(for: error)
    if message.isEmpty { return }
    // The parser's own `exit` would not see that help cannot be written.
    if status == .success { return try StandardOutput.write(message + "\n") }
    StandardError.write(escaped(message, arguments: CommandLine.arguments.dropFirst()) + "\n")
  }

  /// A message about wrong usage, which repeats parts of the arguments, without anything that a terminal obeys.
  ///
  /// The message has newlines of its own, so only an argument's newlines are escaped, where the argument stands in it.
  static func escaped(_ message: String, arguments: some Sequence<String>) -> String {
    let parts = arguments.flatMap { [$0] + $0.split(separator: "=", maxSplits: 1).map(String.init) }
    let hostile = parts.filter { $0.shown != $0 }.sorted { $0.utf8.count > $1.utf8.count }
    let replaced = hostile.reduce(message) { $0.replacing($1, with: $1.shown) }
    return replaced.split(separator: "\n", omittingEmptySubsequences: false).map { String($0).shown }
      .joined(separator: "\n")
  }
}
