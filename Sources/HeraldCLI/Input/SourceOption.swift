import ArgumentParser

/// The option that restricts a command to one installation.
struct SourceOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "One installation only: its name, or any part of it that no other has.", valueName: "source"), completion: .source
  )
  var source: String?
}
