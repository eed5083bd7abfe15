import ArgumentParser
import Dispatch

/// Where the program begins.
///
/// An asynchronous `main` would start the concurrency runtime, a thread and an event loop for every command; all but
/// those that fetch run on the thread that is there.
@main
enum Start {
  static func main() {
    // Asked by scripts before anything else: the parser, which first looks at every command, has nothing to add.
    if CommandLine.arguments.dropFirst() == ["--version"] { return print(HeraldCommand.version) }
    do {
      var command = try HeraldCommand.parseAsRoot()
      guard let asynchronous = command as? any AsyncParsableCommand else { return try command.run() }
      run(asynchronous)
    } catch {
      HeraldCommand.exit(withError: error)
    }
  }

  private static func run(_ command: sending any AsyncParsableCommand) -> Never {
    Task {
      do {
        var command = command
        try await command.run()
        HeraldCommand.exit()
      } catch {
        HeraldCommand.exit(withError: error)
      }
    }
    dispatchMain()
  }
}
