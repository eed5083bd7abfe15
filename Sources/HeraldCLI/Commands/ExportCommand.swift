import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog
import HeraldReport

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Gives a ledger's events back byte for byte, or makes tables for analysis of a log.",
    discussion: """
      Without --table it prints the events' lines as they were written, in ledger order.

      Examples:
        herald export fleet.sqlite > fleet.jsonl
        herald export fleet.sqlite --table prompts --format csv -o prompts.csv
        herald export phone.jsonl --table all --format parquet -o tables
        herald export --schema > schema.json
      """)

  @Argument(help: "A ledger; with --table any log, as for replay.")
  var log: String?

  @Flag(
    help: "Print the ends of the streams instead, one object a line: kept elsewhere, they show what is missing later.")
  var heads = false

  @Flag(help: "Print the tables' columns, types, units and keys as JSON instead; no log is read.")
  var schema = false

  func validate() throws {
    if log == nil, !schema { throw ValidationError("Missing expected argument '<log>'.") }
  }

  func run() throws {
    try Failure.telling {
      if schema { return try StandardOutput.write(TablesSchema.json()) }
      guard let log else { return }
      let reader = try LedgerReader(path: log) { Formats.read($0).reading }
      if heads { return try printHeads(of: reader) }
      try printLines(of: reader)
    }
  }

  private func printLines(of reader: LedgerReader) throws {
    var buffer: [UInt8] = []
    try reader.lines { line in
      buffer.append(contentsOf: line)
      buffer.append(0x0A)
      if buffer.count > 1 << 16 {
        try StandardOutput.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try StandardOutput.write(buffer)
  }

  private func printHeads(of reader: LedgerReader) throws {
    for head in try reader.heads() {
      var writer = JSONWriter()
      writer.head(head)
      try StandardOutput.write(writer.string + "\n")
    }
  }
}
