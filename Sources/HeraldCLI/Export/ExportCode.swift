import Herald

/// The reasons why tables cannot be exported.
enum ExportCode: String, ExplainedCode {
  case fileExists, noRegularFile, cannotWrite, outputIsLog, badDocuments, addedDocument, noParquetTool, parquetFailed

  static let kind = "trouble with tables that are exported (`export --table`)"

  var explanation: CodeExplanation {
    switch self {
    case .fileExists:
      CodeExplanation(
        "A file is there already.",
        when: "`--force` was not given.",
        fix: "Choose another name, or add `--force`.")
    case .noRegularFile:
      CodeExplanation(
        "The output is a folder or a device.",
        when: "A file would take its place.",
        fix: "Name a file.")
    case .cannotWrite:
      CodeExplanation(
        "A file or folder cannot be written.",
        when: "It is forbidden, or its folder is not there.",
        fix: "Check the path and the permissions of its folder.")
    case .outputIsLog:
      CodeExplanation(
        "The output is a file that the command reads.",
        when: "It would take the place of a log, of a ledger or a file beside it, of documents, or of a key.",
        fix: "Choose another name.")
    case .badDocuments:
      CodeExplanation(
        "A line of `--documents` is not a document.",
        when: "It is not an object of two texts.",
        fix: "Write it as {\"digest\":…,\"document\":…}.")
    case .addedDocument:
      CodeExplanation(
        "A document was added to the exported lines of one installation.",
        when: "Another installation's fetch brought it, and this one's names it by its digest alone.",
        fix: "Nothing: without it the lines would be no log of their own.")
    case .noParquetTool:
      CodeExplanation(
        "The tool that writes Parquet is not there.",
        when: "`--as parquet` is asked for away from Herald's sources.",
        fix:
          "Install it with `pip install 'herald-log[parquet]'`, set `HERALD_PARQUET` to their "
          + "`Tools/parquet/write`, or export CSV.")
    case .parquetFailed:
      CodeExplanation(
        "The tool that writes Parquet failed.",
        when: "It says why itself; nothing is half done.",
        fix: "Do what it says, and export again.")
    }
  }
}
