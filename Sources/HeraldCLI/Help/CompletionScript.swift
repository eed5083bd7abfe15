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

  /// The parser adds a command `help` of its own, whose completion without topics would replace that of Herald's.
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
