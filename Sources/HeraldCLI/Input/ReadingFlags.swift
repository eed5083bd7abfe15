import ArgumentParser
import HeraldLog

/// How strictly logs are read, as options of a command.
struct ReadingFlags: ParsableArguments {
  @Flag(help: "Leave bad lines out, report each, and read the rest.")
  var skipInvalid = false

  @Flag(help: "Accept a log that begins late or has gaps; each is reported.")
  var partial = false

  var options: ReadingOptions { ReadingOptions(skipsInvalid: skipInvalid, isPartial: partial) }
}
