import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct ReplayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(commandName: "replay", abstract: "States and decisions from a log.")
  @Argument var log: String
  @Flag var decisions = false
  @Flag var states = false
  @Option var format = "json"
  @Flag var partial = false
  @Flag var skipInvalid = false
  @Option var until: String?

  func run() throws {
    let shelf = DocumentShelf(reading: { Formats.read($0).reading })
    do {
      let source = try ByteSource(path: log)
      let reader = LogReader(log: source, shelf: shelf, options: ReadingOptions(skipsInvalid: skipInvalid, isPartial: partial)) { StandardError.write("\($0.location): \($0.what)\n") }
      if decisions {
        var visitor = DecisionLines(StandardOutput.write)
        try reader.replay(visitor: &visitor)
        try visitor.flush()
      } else {
        var visitor = StateLines(StandardOutput.write)
        try reader.replay(visitor: &visitor)
        try visitor.flush()
      }
    } catch let error as LogRefused {
      for d in error.diagnostics { StandardError.write("\(d.location): \(d.code): \(d.what) \(d.why). Fix: \(d.fix)\n") }
      throw ExitCode(3)
    }
  }
}
