import ArgumentParser
import HeraldLog

/// The option with which a command says where streams end.
struct UntilOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Stop in each stream after this revision, or before the first event later than this time.",
      valueName: "revision|time"),
    transform: UntilText.read)
  var until: ReplayLimit?
}
