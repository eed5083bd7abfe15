import ArgumentParser
import HeraldLog

/// The option that ends each stream before its last event.
struct UntilOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Stop in each stream after this revision, or before the first event later than this time.",
      valueName: "revision|time"),
    completion: .free, transform: UntilText.read)
  var until: ReplayLimit?
}
