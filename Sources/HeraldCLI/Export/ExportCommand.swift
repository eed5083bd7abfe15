import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldFormats
import HeraldLog

struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Gives a ledger's events back byte for byte, makes tables for analysis, or a log that may be shared.",
    discussion: """
      Without --table it prints the events' lines as they were written, in ledger order, each compared with the hash \
      chain first: it stops with status 2 at a line that was changed. With --source those of one \
      installation, of any log. With --redact pseudonyms take the place of names; what comes out is a log again, or its \
      tables with --table.

      Examples:
        herald export fleet.sqlite > fleet.jsonl
        herald export fleet.sqlite --source 7f3a > phone.jsonl
        herald export fleet.sqlite --table prompts --as csv -o prompts.csv
        herald export phone.jsonl --table all --as parquet -o tables
        herald export fleet.sqlite --table all --changed-since start -o first
        herald export fleet.sqlite --table all --partition-by received -o days
        herald export phone.jsonl --redact --drop deviceModel > shared.jsonl
        herald export --schema > schema.json
        herald export --schema --for polars > schemas.py
      """)

  @Argument(
    help: ArgumentHelp(
      "A ledger; with --table, --source or --redact any log, as for replay. Several make the tables of all.",
      valueName: "log"), completion: .log)
  var logs: [String] = []

  @Flag(
    help: "Print the ends of the streams instead, one object per line: kept elsewhere, they show what is missing later."
  )
  var heads = false

  @Flag(help: "Print the ledger's journal instead: what was done to it, such as a forgetting.")
  var journal = false

  @Flag(help: "Print lines that the chain does not cover too, to rescue what a damaged ledger has.")
  var unchecked = false

  @Flag(help: "Print the tables' columns, types, units and keys as JSON instead; no log is read.")
  var schema = false

  @Option(
    name: .customLong("for"),
    help: ArgumentHelp(
      """
      With --schema, in the language of a reader: polars or pandas (Python that defines SCHEMAS), duckdb or sql \
      (statements that make empty tables), dbt (a sources.yml).
      """, valueName: "reader"))
  var reader: TableReader?

  @Option(
    help: ArgumentHelp("A table to make, or all; may be given several times.", valueName: "table"),
    completion: .list(TableChoice.allValueStrings))
  var table: [TableChoice] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      """
      csv, jsonl, parquet or sqlite. Two write all tables as one stream: rows, JSON that names its table in each row; \
      columns, Apache Arrow's buffers after a line with the table's name and their length (default: csv).
      """, valueName: "kind"))
  var fileFormat: TableFileFormat?

  /// The option's name before it was `--as`, because elsewhere `--format` is the format of answers.
  @Option(name: .customLong("format"), help: .hidden)
  var formerFormat: TableFileFormat?

  var format: TableFileFormat? { fileFormat ?? formerFormat }

  /// The file or folder; nil for standard output.
  var output: String? { place == "-" ? nil : place }

  /// True for Parquet and SQLite on standard output. Such a file is made in a temporary folder and then printed.
  var printsFile: Bool { place == "-" && (format == .parquet || format == .sqlite) }

  @Option(
    name: [.customShort("o"), .customLong("output")],
    help: ArgumentHelp(
      """
      The file of one table, the folder of several, or - for standard output, where one table goes anyway but Parquet \
      and SQLite. Files appear whole.
      """, valueName: "file|folder"), completion: .file())
  var place: String?

  @Flag(help: "Replace files that are there already.")
  var force = false

  @Flag(
    name: .customLong("safe-csv"),
    help: "For spreadsheets: put an apostrophe before a text that begins with =, +, -, @, a tab or a carriage return.")
  var isSafeCSV = false

  @Option(
    help: ArgumentHelp(
      "A property of devices as a column x_NAME of events, decisions and prompts; may be given several times.",
      valueName: "name"), completion: .property)
  var property: [String] = []

  @Option(
    help: ArgumentHelp(
      "Documents that the log, a part of a longer one, does not bring: lines of {\"digest\":…,\"document\":…}.",
      valueName: "file"), completion: .log)
  var documents: String?

  @Option(
    name: .customLong("changed-since"),
    help: ArgumentHelp(
      """
      Only the rows of a ledger's installations that changed since the token of the increment before, or start for all; \
      rules and documents whole, and the table changed. Prints the next token, which increment.json has too.
      """, valueName: "token"), completion: .list([TableIncrement.start]))
  var changedSince: String?

  @Option(
    name: .customLong("partition-by"),
    help: ArgumentHelp(
      """
      A folder for each day of events, decisions and prompts, such as events/received=2026-03-02: received (when the \
      server received the event) or local_date (what the device's clock showed). For csv, jsonl and parquet.
      """, valueName: "day"))
  var partitionDays: PartitionDays?

  @OptionGroup var only: SourceOption
  @OptionGroup var ending: UntilOption
  @OptionGroup var threads: JobsOption

  @OptionGroup(title: "Redaction") var redaction: RedactionOptions
  @OptionGroup var reading: ReadingFlags

  func run() throws {
    try Failure.telling(
      afterBadLines: table.isEmpty && !redaction.redact && only.source == nil
        ? "" : "The log is refused; --skip-invalid reads the rest."
    ) {
      let properties = try PropertyColumns(property)
      if schema {
        let text = reader?.schema(properties: properties) ?? TablesSchema.json(properties: properties)
        return try StandardOutput.write(text)
      }
      if logs.isEmpty { return }
      if redaction.redact { return try exportRedacted() }
      if !table.isEmpty, format == .sqlite, place == nil { return try logs.forEach(updateTables) }
      if !table.isEmpty { return try exportTables(of: try events().only(only.source)) }
      if !heads, let source = only.source { return try printLines(of: source) }
      try logs.forEach(printAll)
    }
  }

  /// Prints the lines of a ledger, its heads or its journal.
  private func printAll(of log: String) throws {
    guard try LedgerReader.isLedger(log) || !FileManager.default.fileExists(atPath: log) else { throw noLines(log) }
    let reader = try LedgerReader(path: log, reading: Formats.reading)
    if let finding = reader.missingTables(log) { throw LogRefused(finding) }
    if let warning = reader.emptiness(log) ?? reader.missingLog(log) { Failure.tell(warning) }
    if heads { return try printHeads(of: reader) }
    if journal { return try reader.journal { try StandardOutput.write($0 + "\n") } }
    try printLines(of: reader)
  }

  private func events() throws -> LoggedEvents {
    let documents = try documents.map(DocumentsFile.read) ?? [:]
    return try LoggedEvents(logs, documents: documents, reading: reading.options)
  }

  private func printLines(of source: String) throws {
    let events = try events().only(source)
    guard let selected = events.selected else { return }
    try InstallationExport(events: events, source: selected).print()
  }

  private func exportRedacted() throws {
    let export = RedactedExport(events: try events(), options: redaction)
    if table.isEmpty { return try export.printLines() }
    try export.lend(exportTables)
  }

  private func exportTables(of events: LoggedEvents) throws {
    if printsFile { return try printFile(of: events) }
    let properties = try PropertyColumns(property)
    let increment = try changedSince.map { try TableIncrement(since: $0, in: events, properties: properties) }
    let export = TableExport(
      events: events, inputs: inputs, tables: chosen + (increment == nil ? [] : [.changed]), until: ending.until,
      output: output,
      replaces: force, jobs: threads.count, properties: properties, increment: increment)
    if let partitionDays, let output {
      return try export.write(format ?? .csv, by: partitionDays, isSafeCSV, to: output)
    }
    switch format ?? .csv {
    case .csv: try export.write(isSafeCSV ? .safeCSV : .csv)
    case .jsonl: try export.write(.jsonl)
    case .rows: try export.write(.rows)
    case .columns: try export.printColumns()
    case .parquet: try export.writeParquet(to: output ?? ".")
    case .sqlite: try export.writeSQLite(to: output ?? ".")
    }
  }

  /// Makes a file in a temporary folder, because its format is not written from the beginning to the end, and prints it.
  private func printFile(of events: LoggedEvents) throws {
    let folder = try WholeFolder(beside: FileManager.default.temporaryDirectory.path + "/herald-export")
    // The folder is deleted with its last use.
    defer { withExtendedLifetime(folder) {} }
    let file = folder.path + "/tables"
    let export = TableExport(
      events: events, inputs: inputs, tables: chosen, until: ending.until, output: file, replaces: false,
      jobs: threads.count,
      properties: try PropertyColumns(property))
    if format == .parquet { try export.writeParquet(to: file) } else { try export.writeSQLite(to: file) }
    try StandardOutput.write(contentsOf: file)
  }

  /// Updates the tables that a ledger's views read.
  private func updateTables(of log: String) throws {
    let ledger = try Ledger(path: log)
    let progress = Progress(log)
    let (behind, all) = try LedgerTables.update(ledger, progress: progress.at)
    progress.end()
    try ledger.close()
    var writer = JSONWriter()
    writer.line {
      $0.member("ledger", log)
      $0.member("updated", behind)
      $0.member("installations", all)
    }
    try StandardOutput.write(writer.bytes)
  }

  /// The files that are read.
  private var inputs: [String] { logs + [documents, redaction.key].compactMap(\.self) }

  /// The tables that are wanted, in their usual order.
  var chosen: [AnalysisTable] {
    let wanted = Set(table.flatMap(\.tables))
    return AnalysisTable.allCases.filter(wanted.contains)
  }

  private func noLines(_ log: String) -> LogFileError {
    LogFileError(
      LedgerCode.notALedger, what: "`\(log)` is not a ledger.", file: log,
      why: "without --table export gives a ledger's lines back; those of a log are the log itself",
      fix: "copy the log, or choose tables with --table")
  }

  private func printLines(of reader: LedgerReader) throws {
    var buffer: [UInt8] = []
    var failure: (any Error)?
    do {
      try reader.lineBytes(isChecked: !unchecked) { line in
        buffer.append(contentsOf: line)
        buffer.append(0x0A)
        if buffer.count > 1 << 16 {
          try StandardOutput.write(buffer)
          buffer.removeAll(keepingCapacity: true)
        }
      }
    } catch { failure = error }
    // The lines before a changed line are good.
    try StandardOutput.write(buffer)
    if let failure { throw failure }
  }

  private func printHeads(of reader: LedgerReader) throws {
    let text = only.source.map { ExactString($0) }
    let meant = try text.map { try SourceText.resolve($0, in: reader, named: LogName(reader.path)) }
    try StandardOutput.write(HeadsFile.lines(of: reader, source: meant).joined())
  }
}

extension TableReader: ExpressibleByArgument {}
extension PartitionDays: ExpressibleByArgument {}
