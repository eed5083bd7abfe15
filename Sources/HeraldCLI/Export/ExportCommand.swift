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
        herald export phone.jsonl --redact --drop deviceModel > shared.jsonl
        herald export --schema > schema.json
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
    help: ArgumentHelp("A table to make, or all; may be given several times.", valueName: "table"),
    completion: .list(TableChoice.allValueStrings))
  var table: [TableChoice] = []

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp(
      """
      csv, jsonl, parquet or sqlite. Two write all tables as one stream: rows, JSON that names its table in each row; \
      pieces, CSV after a line with the table's name and the length in bytes (default: csv).
      """, valueName: "kind"))
  var fileFormat: TableFileFormat?

  /// The option's name before it was `--as`, because elsewhere `--format` is the format of answers.
  @Option(name: .customLong("format"), help: .hidden)
  var formerFormat: TableFileFormat?

  var format: TableFileFormat? { fileFormat ?? formerFormat }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file of one table, or the folder of several; default for one: standard output. Files appear whole.",
      valueName: "file|folder"), completion: .file())
  var output: String?

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

  @OptionGroup var only: SourceOption
  @OptionGroup var ending: UntilOption
  @OptionGroup var threads: JobsOption

  @OptionGroup(title: "Redaction") var redaction: RedactionOptions
  @OptionGroup var reading: ReadingFlags

  func validate() throws {
    try redaction.check(heads: heads, schema: schema, output: table.isEmpty ? output : nil)
    if logs.isEmpty, !schema { throw ValidationError("Missing expected argument '<log>'.") }
    try StandardInputOnce.check(logs)
    if table.isEmpty, format != nil || output != nil || ending.until != nil || documents != nil && !redaction.redact {
      throw ValidationError("Which tables? Add --table all, or --table with one of their names.")
    }
    if output == nil, chosen.count > 1, format ?? .csv == .csv || format == .jsonl {
      throw ValidationError(
        "Several tables need a folder: add -o FOLDER. --as rows and --as pieces write them as one stream.")
    }
    try checkProperties()
    if isSafeCSV, table.isEmpty || format ?? .csv != .csv {
      throw ValidationError("--safe-csv is for tables in CSV. Add --table, or leave it out.")
    }
    if output == nil, format == .parquet { throw ValidationError("Parquet needs a place: add -o FOLDER.") }
    if let format, format.isStream, output != nil, format == .pieces || chosen.count > 1 {
      throw ValidationError("--as \(format.rawValue) writes to standard output; leave -o out.")
    }
    if format == .sqlite, output == nil {
      if redaction.redact { throw ValidationError("A ledger's own tables are not redacted: add -o FILE.") }
      guard try logs.allSatisfy(LedgerReader.isLedger) else {
        throw ValidationError("Only a ledger has tables of its own: add -o FILE.")
      }
      guard chosen.count == AnalysisTable.allCases.count, ending.until == nil else {
        throw ValidationError("A ledger's own tables are brought up to date together: --table all, without --until.")
      }
    }
    if only.source != nil {
      if redaction.redact {
        throw ValidationError("--redact takes a whole log. Export the installation first, then redact that log.")
      }
      if format == .sqlite, output == nil {
        throw ValidationError("A ledger's own tables hold all installations: add -o FILE for those of one.")
      }
    }
    if journal, heads || !table.isEmpty || redaction.redact || only.source != nil {
      throw ValidationError("--journal prints the ledger's journal alone.")
    }
    if unchecked, journal || heads || !table.isEmpty || redaction.redact || only.source != nil {
      throw ValidationError("--unchecked prints a whole ledger's lines.")
    }
    if !table.isEmpty, heads { throw ValidationError("--heads prints no table.") }
  }

  private func checkProperties() throws {
    if property.isEmpty { return }
    do throws(PropertyColumns.Clash) {
      _ = try PropertyColumns(property)
    } catch {
      throw ValidationError(
        "--property \(error.properties[0]) and --property \(error.properties[1]) both make a column "
          + "`\(error.column)`. Leave one out.")
    }
    if !schema, PropertyColumns.tables.isDisjoint(with: chosen) {
      throw ValidationError("--property adds columns to events, decisions and prompts. Add --table with one of them.")
    }
    if format == .sqlite, output == nil {
      throw ValidationError("A ledger's own tables have no columns of properties: add -o FILE.")
    }
  }

  func run() throws {
    try Failure.telling(
      afterBadLines: table.isEmpty && !redaction.redact && only.source == nil
        ? "" : "The log is refused; --skip-invalid reads the rest."
    ) {
      let properties = try PropertyColumns(property)
      if schema { return try StandardOutput.write(TablesSchema.json(properties: properties)) }
      if logs.isEmpty { return }
      if redaction.redact { return try exportRedacted() }
      if !table.isEmpty, format == .sqlite, output == nil { return try logs.forEach(updateTables) }
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
    let export = TableExport(
      events: events, tables: chosen, until: ending.until, output: output, replaces: force, jobs: threads.count,
      properties: try PropertyColumns(property))
    switch format ?? .csv {
    case .csv: try export.write(isSafeCSV ? .safeCSV : .csv)
    case .jsonl: try export.write(.jsonl)
    case .rows: try export.write(.rows)
    case .pieces: try export.printPieces()
    case .parquet: try export.writeParquet(to: output ?? ".")
    case .sqlite: try export.writeSQLite(to: output ?? ".")
    }
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

  /// The tables that are wanted, in their usual order.
  private var chosen: [AnalysisTable] {
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
    for head in try reader.heads() where meant == nil || head.source == meant {
      var writer = JSONWriter()
      writer.head(head)
      try StandardOutput.write(writer.string + "\n")
    }
    if meant == nil, let journal = try reader.journalHead() {
      var writer = JSONWriter()
      writer.head(journal)
      try StandardOutput.write(writer.string + "\n")
    }
  }
}
