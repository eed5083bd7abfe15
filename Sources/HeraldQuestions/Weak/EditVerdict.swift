package import Herald

/// The verdict on an edit of a document, from the logs of a corpus.
package enum EditVerdict: String, ExplainedCode {
  case noticed, unnoticed, unnoticeable

  package static let kind = "verdict on an edit of a document"

  package var explanation: CodeExplanation {
    switch self {
    case .noticed:
      CodeExplanation(
        "A log of the corpus would notice the edit.",
        when: "A decision is another one where the edited document takes the place of the original.", fix: "Nothing.")
    case .unnoticed:
      CodeExplanation(
        "No log of the corpus would notice the edit.",
        when: "Every log that brings the document has the same decisions under the edited one.",
        fix: "Keep a log in which the value decides something.")
    case .unnoticeable:
      CodeExplanation(
        "No device could notice the edit.",
        when: "The value is proved to decide nothing, such as `maxDisplayCount` beside `forceUpdate`, or every device "
          + "there could be is proved to see the same under the edited document (`herald analyze --against`).",
        fix: "Leave the value out of the document, or nothing.")
    }
  }
}
