import Herald

/// Trouble with the pages of a report, beyond the trouble with any file.
enum ReportCode: String, ExplainedCode {
  case foreignFiles, noBrowser

  static let kind = "trouble with the pages of a report (`report`)"

  var explanation: CodeExplanation {
    switch self {
    case .foreignFiles:
      CodeExplanation(
        "The folder has files that no report wrote.",
        when: "A report would replace the folder. `--force` replaces only the pages of an earlier report.",
        fix: "Name another folder, or move the files away.")
    case .noBrowser:
      CodeExplanation(
        "The page was written, but no program opened it.",
        when: "`--open` was given, and `open` (macOS) or `xdg-open` (Linux) is missing or failed.",
        fix: "Open the page in a browser yourself.")
    }
  }
}
