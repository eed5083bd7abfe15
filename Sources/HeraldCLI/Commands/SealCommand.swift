import ArgumentParser
import Herald
import HeraldQuestions
import HeraldServer

struct SealCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "seal",
    abstract: "Copies a server's older events to files that never change, for an object store.",
    discussion: """
      Each app gets a folder with segments such as 000042-SHA256.jsonl.zst, which are logs, and a manifest for each: its \
      positions, counts and heads, and the digest of the manifest before it. Nothing that is there is ever replaced, and a \
      later seal goes on behind the last segment, so any program may copy the folder. The ledgers keep everything.

      A ledger is in the order in which events came, and phones send late. A seal ends where the fewest events are on the \
      wrong side of the time.

      Importing the segments in their order makes the same ledger again; with --partial where a phone went on behind a line \
      that was refused for good, which leaves a gap.

      Exit status 2 where a ledger is not the one that was sealed before, or forgot something since.

      Examples:
        herald seal server --before 2026-03-01T00:00:00Z --to sealed
        aws s3 sync sealed s3://bucket/herald --exclude ".sealing/*"
        herald import sealed/com.example.shop/*.zst --ledger all.sqlite --partial
      """)

  @Argument(help: ArgumentHelp("The folder of the server.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Seal what came before this time.", valueName: "time"), completion: .free,
    transform: TimeText.read)
  var before: DeviceTime

  @Option(
    help: ArgumentHelp("The folder of the segments; made where there is none.", valueName: "folder"),
    completion: .directory)
  var to: String

  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling {
      let seal = try FolderSeal(folder, to: to)
      for app in try seal.apps() {
        let progress = Progress(app)
        let segments = try seal.seal(app, before: before.moment) { progress.at($0) }
        progress.end()
        try output.isJSON ? StandardOutput.write(json(app, segments)) : StandardOutput.say(words(app, segments))
      }
    }
  }

  private func json(_ app: String, _ segments: [SegmentManifest]) -> String {
    var output = JSONWriter()
    output.line {
      $0.member("app", app)
      $0.member("events", segments.reduce(0) { $0 + $1.events })
      $0.member("segments", segments) { output, segment in
        output.object {
          $0.member("number", segment.number)
          $0.member("segment", segment.segment)
          $0.member("events", segment.events)
          $0.member("last", segment.last)
          $0.member("bytes", segment.bytes)
        }
      }
    }
    return output.string
  }

  private func words(_ app: String, _ segments: [SegmentManifest]) -> String {
    let style = Style.output
    guard let last = segments.last else { return "\(style.bold(app)): nothing new before this time\n" }
    let events = segments.reduce(0) { $0 + $1.events }
    return
      "\(style.bold(app)): \(events.of("event", "events")) in \(segments.count.of("new segment", "new segments")), "
      + "up to position \(last.last)\n" + segments.map { "  \(style.dim($0.segment))\n" }.joined()
  }
}
