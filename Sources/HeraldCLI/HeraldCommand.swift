import ArgumentParser

/// The command line's root: every command is one of its subcommands.
struct HeraldCommand: ParsableCommand {
  static let version = "0.1.0"

  static let configuration = CommandConfiguration(
    commandName: "herald",
    abstract: "Says why a user saw an update prompt, and why not: replays, explains and keeps the events of apps.",
    version: version,
    subcommands: [
      RunCommand.self, CheckCommand.self, ReplayCommand.self, WhyCommand.self, FindCommand.self, DiffCommand.self,
      BisectCommand.self, ExplainCodeCommand.self,
      AuditCommand.self, TestCommand.self, WhatIfCommand.self, EffectCommand.self, ImportCommand.self,
      AppendCommand.self,
      ExportCommand.self, ForgetCommand.self,
      LintCommand.self, KeyCommand.self, SignCommand.self, VerifyCommand.self, ReportCommand.self, SchemaCommand.self,
      ServeCommand.self, TokenCommand.self, UploadCommand.self, BackupCommand.self, RestoreCommand.self,
      SealCommand.self,
      HelpCommand.self,
    ])
}
