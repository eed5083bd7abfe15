import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Gives a ledger's events back, byte for byte as they were written, in ledger order.",
    discussion: """
      Example:
        herald export fleet.sqlite > fleet.jsonl
      """)

  @Argument(help: "The ledger.")
  var ledger: String

  @Flag(
    help: "Print the ends of the streams instead, one object a line: kept elsewhere, they show what is missing later.")
  var heads = false

  func run() throws {
    try Failure.telling {
      let reader = try LedgerReader(path: ledger) { Formats.read($0).reading }
      if heads { return try printHeads(of: reader) }
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
  }

  private func printHeads(of reader: LedgerReader) throws {
    for head in try reader.heads() {
      var writer = JSONWriter()
      writer.head(head)
      try StandardOutput.write(writer.string + "\n")
    }
  }
}
