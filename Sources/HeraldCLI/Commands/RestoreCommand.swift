import ArgumentParser
import HeraldServer

struct RestoreCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Makes a server's folder of a backup, if the backup is what was backed up.",
    discussion: """
      Every file must have the digest that it had, and every ledger the heads that were kept beside it; each ledger is \
      audited as `herald audit` does it. Otherwise nothing is made, and the exit status is 2.

      Phones send again what came after the backup, as far as they still have it. What was forgotten after the backup has to \
      be forgotten again.

      Examples:
        herald restore /backups/2026-03-02 --to server
        herald serve --data server
      """)

  @Argument(help: ArgumentHelp("A folder that `herald backup` made.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("The folder of the server: a new one, or an empty one.", valueName: "folder"),
    completion: .directory)
  var to: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling {
      let progress = Progress(folder)
      let restored = try FolderRestore.make(of: folder, at: to) { progress.at($0) }
      progress.end()
      try CopyReport(backup: restored, folder: to, done: "Verified and restored").tell(output)
    }
  }
}
