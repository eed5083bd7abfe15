package import Herald

/// The reasons why a corpus or a case of it cannot be tested.
package enum CorpusCode: String, ExplainedCode {
  case noCase, invalidCase, invalidExpectation, noExpectation

  package static let kind = "trouble with a corpus of field logs"

  package var explanation: CodeExplanation {
    switch self {
    case .noCase:
      CodeExplanation(
        "A folder has no case.",
        when: "No folder in it has a `log.jsonl`, or no case's name has the text of `--filter`.",
        fix: "Copy a field log into a folder of its own as `log.jsonl`.")
    case .invalidCase:
      CodeExplanation(
        "A `case.json` cannot be read.",
        when: "It is not JSON, or a value of it has another kind than Herald expects.",
        fix: "Write an object such as `{\"situation\": \"…\"}`.", exit: .invalid)
    case .invalidExpectation:
      CodeExplanation(
        "A line of `expect.jsonl` is not JSON.",
        when: "The file was edited, or a merge left its marks in it.",
        fix: "Correct the line, or delete the file to have it written again.", exit: .invalid)
    case .noExpectation:
      CodeExplanation(
        "A case has no `expect.jsonl`, so nothing was tested.",
        when: "The case is new. `herald test` writes the file, unless `CI` is set or `--no-write` is given.",
        fix: "Read the file that was written, and commit it if it is right.")
    }
  }
}
