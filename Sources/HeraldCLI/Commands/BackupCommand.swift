import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldServer

struct BackupCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup",
    abstract: "Copies a server's folder, also while the server runs.",
    discussion: """
      Every file is copied as it was at one moment. Every ledger's copy is audited, and the heads of its installations are \
      written beside it as NAME.heads.jsonl, which `herald audit --head` reads: kept elsewhere too, they show later \
      whether the backup is whole. Nothing appears unless all of it is on the disk.

      The backup has the secret of the server and the digests of its tokens. Only its owner can read it.

      Exit status 2 where a ledger is not what was written to it.

      Examples:
        herald backup server --to /backups/2026-03-02
        herald restore /backups/2026-03-02 --to server
      """)

  @Argument(help: ArgumentHelp("The folder of the server.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Where the backup goes: a new folder, or an empty one.", valueName: "folder"),
    completion: .directory)
  var to: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling {
      let progress = Progress(folder)
      let now = Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000))
      let backup = try FolderBackup.make(of: folder, at: to, now: now) { progress.at($0) }
      progress.end()
      try CopyReport(backup: backup, folder: to, done: "Backed up and audited").tell(output)
    }
  }
}

/// Prints the content of a backup after it was made or restored.
struct CopyReport {
  let backup: FolderBackup
  /// The new folder.
  let folder: String
  /// The action in words, such as `Backed up`.
  let done: String

  func tell(_ output: OutputOptions) throws {
    try output.isJSON ? StandardOutput.write(json) : StandardOutput.say(words)
  }

  private var json: String {
    var output = JSONWriter()
    output.line {
      $0.member("folder", folder)
      $0.member("bytes", backup.bytes)
      $0.member("apps", backup.apps) { output, app in output.object { app.write(into: &$0) } }
    }
    return output.string
  }

  private var words: String {
    let style = Style.output
    let apps = backup.apps.map { app in
      "  \(style.bold(app.name)): \(app.events.of("event", "events")) of "
        + "\(app.installations.of("installation", "installations"))\n"
    }
    return "\(done): \(style.bold(folder.shown)), \(backup.bytes.grouped) bytes\n" + apps.joined()
  }
}
