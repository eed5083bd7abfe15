import ArgumentParser

/// The completion script of a shell.
enum CompletionScript {
  /// The script that `herald --generate-completion-script SHELL` prints; nil for any other command line.
  static func asked(by arguments: [String]) -> String? {
    guard arguments.count == 3, arguments[1] == "--generate-completion-script",
      let shell = CompletionShell(rawValue: arguments[2])
    else { return nil }
    return text(for: shell)
  }

  /// The completion script of a shell, without the parser's own command `help`. Its completion has no topics, and would
  /// replace the completion of Herald's `help`.
  static func text(for shell: CompletionShell) -> String {
    var lines = HeraldCommand.completionScript(for: shell).split(separator: "\n", omittingEmptySubsequences: false)
    lines.removeAll { $0.contains("Show subcommand help information.") }
    let functions = lines.indices.filter { lines[$0].hasPrefix("_herald_help() {") }
    if functions.count > 1, let start = functions.last, let end = lines[start...].firstIndex(of: "}") {
      lines.removeSubrange(start...end)
    }
    return lines.joined(separator: "\n")
  }
}
