import ArgumentParser
import Dispatch

/// The program's entry point.
///
/// It is synchronous, because an asynchronous `main` would start the concurrency runtime, a thread and an event loop
/// for every command. Only commands that fetch need these.
@main
enum Start {
  static func main() {
    // Scripts ask for the version first. The parser would read the declarations of all commands before it answers.
    do {
      if CommandLine.arguments.dropFirst() == ["--version"] {
        return try StandardOutput.write(HeraldCommand.version + "\n")
      }
      if let script = CompletionScript.asked(by: CommandLine.arguments) {
        return try StandardOutput.write(script + "\n")
      }
      try EmptyArgument.check(CommandLine.arguments)
      var command = try HeraldCommand.parseAsRoot()
      guard let asynchronous = command as? any AsyncParsableCommand else {
        defer { Pager.finish() }
        return try command.run()
      }
      run(asynchronous)
    } catch {
      ProcessExit.exit(with: CommandNames.unknown(in: CommandLine.arguments) ?? error)
    }
  }

  private static func run(_ command: sending any AsyncParsableCommand) -> Never {
    Task {
      do {
        var command = command
        try await command.run()
        Pager.finish()
        HeraldCommand.exit()
      } catch {
        Pager.finish()
        ProcessExit.exit(with: error)
      }
    }
    dispatchMain()
  }
}
