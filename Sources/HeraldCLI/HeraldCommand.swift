import ArgumentParser

/// The command line's root: every command is one of its subcommands.
struct HeraldCommand: ParsableCommand {
  static let version = "0.1.0"

  /// The commands by what people do with them. Each stands in one group. The help, the documentation and the README have
  /// the same groups in this order.
  static let groups = [
    CommandGroup(
      name: "Ask",
      subcommands: [
        WhyCommand.self, FindCommand.self, DiffCommand.self, BisectCommand.self, AuditCommand.self, ReplayCommand.self,
        ExplainCodeCommand.self,
      ]),
    CommandGroup(name: "Test", subcommands: [TestCommand.self, SampleCommand.self, MinimizeCommand.self]),
    CommandGroup(
      name: "Publish",
      subcommands: [
        LintCommand.self, AnalyzeCommand.self, WhatIfCommand.self, CheckCommand.self, SignCommand.self,
        VerifyCommand.self, KeyCommand.self, SchemaCommand.self,
      ]),
    CommandGroup(name: "Measure", subcommands: [EffectCommand.self, ExportCommand.self, ReportCommand.self]),
    CommandGroup(
      name: "Run",
      subcommands: [
        DemoCommand.self, RunCommand.self, ImportCommand.self, AppendCommand.self, ForgetCommand.self,
        ServeCommand.self, TokenCommand.self, UploadCommand.self, BackupCommand.self, RestoreCommand.self,
        SealCommand.self, HelpCommand.self,
      ]),
  ]

  static let configuration = CommandConfiguration(
    commandName: "herald",
    abstract: "Says why a user saw an update prompt, and why not: replays, explains and keeps the events of apps.",
    version: version,
    groupedSubcommands: groups)
}
