import ArgumentParser
import HeraldLog
import HeraldQuestions

/// The combinations of options that `herald export` refuses. Each error names the option to add or to leave out.
extension ExportCommand {
  func validate() throws {
    try redaction.check(heads: heads, schema: schema, output: table.isEmpty ? output : nil)
    if schema, place != nil {
      throw ValidationError("--schema goes to standard output. Leave -o out, and write > FILE.")
    }
    if reader != nil, !schema { throw ValidationError("--for says how --schema is written. Add --schema.") }
    if logs.isEmpty, !schema { throw ValidationError("Missing expected argument '<log>'.") }
    try StandardInputOnce.check(logs)
    if table.isEmpty, format != nil || output != nil || ending.until != nil || documents != nil && !redaction.redact {
      throw ValidationError("Which tables? Add --table all, or --table with one of their names.")
    }
    if output == nil, chosen.count > 1, format ?? .csv == .csv || format == .jsonl {
      throw ValidationError(
        "Several tables need a folder: add -o FOLDER. --as rows and --as columns write them as one stream.")
    }
    try checkProperties()
    if isSafeCSV, table.isEmpty || format ?? .csv != .csv {
      throw ValidationError("--safe-csv is for tables in CSV. Add --table, or leave it out.")
    }
    if output == nil, format == .parquet, !printsFile || chosen.count > 1 {
      throw ValidationError("Parquet needs a place: add -o FOLDER, or -o - for one table.")
    }
    if let format, format.isStream, output != nil, format == .columns || chosen.count > 1 {
      throw ValidationError("--as \(format.rawValue) writes to standard output; leave -o out.")
    }
    if format == .sqlite, place == nil {
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
      if format == .sqlite, place == nil {
        throw ValidationError("A ledger's own tables hold all installations: add -o FILE for those of one.")
      }
    }
    if journal, heads || !table.isEmpty || redaction.redact || only.source != nil {
      throw ValidationError("--journal prints the ledger's journal alone.")
    }
    if unchecked, journal || heads || !table.isEmpty || redaction.redact || only.source != nil {
      throw ValidationError("--unchecked prints a whole ledger's lines.")
    }
    try checkPartitions()
    try checkIncrement()
    if !table.isEmpty, heads { throw ValidationError("--heads prints no table.") }
  }

  private func checkPartitions() throws {
    if partitionDays == nil { return }
    if PartitionDays.tables.isDisjoint(with: chosen) {
      throw ValidationError(
        "--partition-by divides events, decisions and prompts. Add --table all, or --table with one of them.")
    }
    if let format, ![.csv, .jsonl, .parquet].contains(format) {
      throw ValidationError("--partition-by makes folders of files: --as csv, jsonl or parquet.")
    }
    if output == nil { throw ValidationError("--partition-by needs a folder: add -o FOLDER.") }
    // The days are counted before the rows are made, and a log in lines may be a pipe, which is read once.
    if partitionDays == .localDate {
      guard try logs.allSatisfy(LedgerReader.isLedger) else {
        throw ValidationError(
          "--partition-by local_date reads twice, so it takes ledgers: herald import LOG --ledger fleet.sqlite.")
      }
    }
  }

  private func checkIncrement() throws {
    if changedSince == nil { return }
    if table.isEmpty { throw ValidationError("Which tables? Add --table all to --changed-since.") }
    if logs.count > 1 { throw ValidationError("--changed-since takes one ledger, whose token it is.") }
    if format?.isStream == true {
      throw ValidationError("An increment is files: --as csv, jsonl, parquet or sqlite, with -o FOLDER.")
    }
    if output == nil {
      throw ValidationError("--changed-since prints the next token: add -o FOLDER for the tables.")
    }
    if only.source != nil || ending.until != nil || redaction.redact || documents != nil {
      throw ValidationError("--changed-since goes without --source, --until, --redact and --documents.")
    }
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
}
