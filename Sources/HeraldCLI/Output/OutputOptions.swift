import ArgumentParser

/// The format of a command's output.
enum OutputFormat: String, ExpressibleByArgument, CaseIterable {
  case human, json
}

/// The output option that every command has.
struct OutputOptions: ParsableArguments {
  @Option(help: "human or json (one object per line); default: human on a terminal, else json.")
  var format: OutputFormat?

  @Flag(help: "Print a long answer at once, without a pager.")
  var noPager = false

  var isJSON: Bool { (format ?? (StandardOutput.isTerminal ? .human : .json)) == .json }
}
