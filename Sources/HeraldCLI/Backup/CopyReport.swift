import Herald
import HeraldQuestions
import HeraldServer

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
