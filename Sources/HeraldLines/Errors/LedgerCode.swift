package import Herald

/// Faults of a ledger that cannot be opened, read or written.
package enum LedgerCode: String, ExplainedCode {
  case notALedger, newerLedger, damaged, corruptFacts, unexpectedRevision, noEvent, busy, olderLedger, notWritable,
    diskFull, unfinished, ledgerFailed, brokenChain, noIncrement

  package static let kind = "trouble with a ledger"

  package var explanation: CodeExplanation {
    switch self {
    case .notALedger:
      CodeExplanation(
        "The file is not a ledger.",
        when: "It is another SQLite file, or none.",
        fix: "Check the path.", exit: .invalid)
    case .newerLedger:
      CodeExplanation(
        "A newer Herald wrote the ledger.",
        when: "Its tables are of a later version.",
        fix: "Use that Herald.", exit: .invalid)
    case .damaged:
      CodeExplanation(
        "The file is damaged.",
        when: "SQLite cannot read a part of it.",
        fix: "Restore it from a backup, or export what can be read.", exit: .invalid)
    case .corruptFacts:
      CodeExplanation(
        "A derived table cannot be read.",
        when: "It is not what Herald wrote; the events are unharmed.",
        fix: "Delete the table `facts`: it is rebuilt from the events.", exit: .invalid)
    case .unexpectedRevision:
      CodeExplanation(
        "The stream is at another revision than was expected.",
        when: "Somebody else appended meanwhile.",
        fix: "Read the stream again, and append after its end.", exit: .invalid)
    case .noEvent:
      CodeExplanation(
        "There is nothing to append.",
        when: "The line is blank or torn.",
        fix: "Give a whole event.", exit: .invalid)
    case .busy:
      CodeExplanation(
        "Another process writes to the ledger.",
        when: "There is one writer at a time.",
        fix: "Wait until it has finished.")
    case .olderLedger:
      CodeExplanation(
        "The ledger was written by an older Herald.",
        when: "Its schema is an older one.",
        fix: "Run `herald export LEDGER --table all --as sqlite` once.")
    case .notWritable:
      CodeExplanation(
        "The ledger cannot be written.",
        when: "File or folder forbid it.",
        fix: "Check the permissions.")
    case .diskFull:
      CodeExplanation(
        "There is no space left.",
        when: "Writing failed, and nothing is half done.",
        fix: "Free some space and do it again.")
    case .unfinished:
      CodeExplanation(
        "A first import was cut off.",
        when: "A crash ended it, and the next writer takes back what is half done.",
        fix: "Import the log again.")
    case .brokenChain:
      CodeExplanation(
        "The ledger is not what was written to it.",
        when: "A line differs from the one that the chain covers, or a line is missing.",
        fix:
          "Restore it from a backup. `herald audit` names every such place; `herald export --unchecked` gives what is "
          + "there.", exit: .disagreement)
    case .noIncrement:
      CodeExplanation(
        "There is no increment of the tables since that token.",
        when:
          "The token is another ledger's, or made up, or of a past that this ledger does not have: it is a copy that went "
          + "on by itself, or an older backup. A log in lines gives no tokens.",
        fix: "Begin again with `start`, which gives all rows and a new token.", exit: .wrongUsage)
    case .ledgerFailed:
      CodeExplanation(
        "The ledger failed in another way.",
        when: "SQLite or the system reports it.",
        fix: "Check the disk and try again.")
    }
  }
}
