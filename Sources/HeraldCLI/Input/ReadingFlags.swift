import ArgumentParser
import HeraldLog

/// The options for how strictly logs are read.
struct ReadingFlags: ParsableArguments {
  @Flag(help: "Leave bad lines out, report each, and read the rest.")
  var skipInvalid = false

  @Flag(help: "Accept a log that begins late or has gaps; each is reported.")
  var partial = false

  /// The flags as a command line has them, each after a blank.
  var words: String { (skipInvalid ? " --skip-invalid" : "") + (partial ? " --partial" : "") }

  var options: ReadingOptions { ReadingOptions(skipsInvalid: skipInvalid, isPartial: partial) }
}
