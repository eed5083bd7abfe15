package import Herald

/// Reasons to refuse a valid line at its place in a log: the results of checks that need the other lines.
package enum LogCode: String, ExplainedCode {
  case idTaken, mixedRevisions, revisionNotAscending, revisionGap, digestMismatch, unknownDocument, lineTooLong, torn,
    noEvents, forked, forgotten, unreadableAnchor, beginningForgotten, ledgerNotice, notOwner

  package static let kind = "bad line of a log"

  package var explanation: CodeExplanation {
    switch self {
    case .idTaken:
      CodeExplanation(
        "Two different events have one id.",
        when: "An `id` comes again in its `source` with other content.",
        fix: "Give each event an id of its own; the same event may come again.")
    case .mixedRevisions:
      CodeExplanation(
        "Some events of a stream have revisions and some do not.",
        when: "A stream's lines all have `revision`, or none has.",
        fix: "Number all of them, or none.")
    case .revisionNotAscending:
      CodeExplanation(
        "A revision is not higher than the one before.",
        when: "Lines of a stream are out of order.",
        fix: "Sort them by revision.")
    case .forked:
      CodeExplanation(
        "Two phones go by one name.",
        when: "A stream has two different events at one revision: a phone was restored from a backup of another one.",
        fix: "Give the events of one of them a `source` of their own.")
    case .forgotten:
      CodeExplanation(
        "The installation was forgotten.",
        when: "The ledger was asked to forget it, and an event of it comes again, as from an old backup.",
        fix: "Leave its lines out, or import with `--skip-invalid`, which leaves them out.")
    case .beginningForgotten:
      CodeExplanation(
        "Installations begin behind events that were forgotten.",
        when: "A retention removed their first events (`herald forget --before`), and kept the state after them.",
        fix: "Nothing to do. Figures do not count what was forgotten.")
    case .unreadableAnchor:
      CodeExplanation(
        "The state after forgotten events cannot be read.",
        when: "It was damaged, or the document of its policy is missing.",
        fix: "Restore a backup that was made after the forgetting.")
    case .notOwner:
      CodeExplanation(
        "The stream belongs to another sender.",
        when: "Events come for a stream that somebody else began.",
        fix: "Show the stream's token, or its first stored line with its salt. Without both, begin a new stream.")
    case .ledgerNotice:
      CodeExplanation(
        "A line is about a ledger, not about an installation.",
        when: "An exported log is sent to a server, and the ledger had forgotten something.",
        fix: "Take the log over with `herald import`.")
    case .revisionGap:
      CodeExplanation(
        "Revisions are missing.",
        when: "The log begins late or has gaps.",
        fix: "Find the missing lines, or read the log with `--partial`.")
    case .digestMismatch:
      CodeExplanation(
        "A document is not the one that its digest names.",
        when: "It was changed after it was fetched.",
        fix: "Log the body exactly as it arrived.")
    case .unknownDocument:
      CodeExplanation(
        "A fetch names a document that is not in the log.",
        when: "No earlier event of the log or ledger brought it.",
        fix: "Log the `document` with its first fetch.")
    case .lineTooLong:
      CodeExplanation(
        "A line is too long to be read.",
        when: "It is not an event, or not text.",
        fix: "Check the file.")
    case .torn:
      CodeExplanation(
        "The last line was cut off, and is left out.",
        when: "A crash ended the writing; no error.",
        fix: "Nothing: it never was a fact.")
    case .noEvents:
      CodeExplanation(
        "No event was read, so nothing can be said.",
        when:
          "The file is empty, a page, an archive under another name, UTF-16, a policy, JSON in another shape, a ledger "
          + "whose `-wal` did not come along or cannot be read, or a log of other programs' events alone. The error says "
          + "which, where that can be seen.",
        fix: "Run the command that the error names, or get the file once more.", exit: .invalid)
    }
  }
}
