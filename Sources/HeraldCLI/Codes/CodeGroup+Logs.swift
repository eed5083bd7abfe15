/// What is wrong with the lines of a log.
extension CodeGroup {
  static let lines = CodeGroup(
    name: "bad line of a log",
    codes: [
      CodeExplanation(
        "notJSON", "The line is not JSON.", when: "It was cut, or written by hand.", fix: "Correct the line."),
      CodeExplanation(
        "notAnObject", "The line is JSON, but no object.", when: "An event is one object on one line.",
        fix: "Write `{…}`."),
      CodeExplanation(
        "missingAttribute", "The event lacks an attribute that each needs.",
        when: "`specversion`, `id`, `source`, `type` or `time` is missing.", fix: "Add it."),
      CodeExplanation(
        "emptyAttribute", "An attribute that names something is empty.", when: "`id`, `source` or `type` is \"\".",
        fix: "Write what names it."),
      CodeExplanation(
        "wrongType", "A value has the wrong JSON type.", when: "Such as a number where a string belongs.",
        fix: "Write what the message asks for."),
      CodeExplanation(
        "unsupportedSpecVersion", "The line is of another version of CloudEvents.",
        when: "`specversion` is not `1.0`.", fix: "Write `1.0`."),
      CodeExplanation(
        "unsupportedContentType", "The data is not JSON.", when: "`datacontenttype` is not `application/json`.",
        fix: "Leave it out."),
      CodeExplanation(
        "notATime", "The time cannot be read.", when: "It is not RFC 3339, or a day or hour does not exist.",
        fix: "Write it like `2026-03-02T08:00:00.000+01:00`."),
      CodeExplanation(
        "badRevision", "A revision is below 1.", when: "Revisions count from 1.",
        fix: "Number the stream 1, 2, 3 and so on."),
      CodeExplanation(
        "badDataVersion", "A `dataversion` is below 1.", when: "Versions of data count from 1.",
        fix: "Write 1, or leave it out."),
      CodeExplanation(
        "missingField", "The data lacks a key that its type needs.", when: "An event is incomplete.",
        fix: "Add the key."),
      CodeExplanation(
        "unknownWord", "A value is none of the words of a closed list.", when: "Such as a trigger that does not exist.",
        fix: "Use one of those that the message lists."),
      CodeExplanation(
        "malformedDigest", "A digest is of another form.", when: "It is not `sha256:` and 64 lower-case hex digits.",
        fix: "Write the SHA-256 of the document's bytes."),
      CodeExplanation(
        "upcastFailed", "Data of an older version cannot be brought up to date.",
        when: "It does not have the shape that this version had.", fix: "Check the event."),
      CodeExplanation(
        "idTaken", "Two different events have one id.", when: "An `id` comes again in its `source` with other content.",
        fix: "Give each event an id of its own; the same event may come again."),
      CodeExplanation(
        "mixedRevisions", "Some events of a stream have revisions and some do not.",
        when: "A stream's lines all have `revision`, or none has.", fix: "Number all of them, or none."),
      CodeExplanation(
        "revisionNotAscending", "A revision is not higher than the one before.",
        when: "Lines of a stream are out of order.", fix: "Sort them by revision."),
      CodeExplanation(
        "revisionGap", "Revisions are missing.", when: "The log begins late or has gaps.",
        fix: "Find the missing lines, or read the log with `--partial`."),
      CodeExplanation(
        "digestMismatch", "A document is not the one that its digest names.",
        when: "It was changed after it was fetched.",
        fix: "Log the body exactly as it arrived."),
      CodeExplanation(
        "unknownDocument", "A fetch names a document that is nowhere.",
        when: "No earlier event of the log or ledger brought it.", fix: "Log the `document` with its first fetch."),
      CodeExplanation(
        "lineTooLong", "A line is too long to be read.", when: "It is no event, or no text.", fix: "Check the file."),
      CodeExplanation(
        "torn", "The last line was cut off, and is left out.", when: "A crash ended the writing; no error.",
        fix: "Nothing: it never was a fact."),
    ])

  static let ledgers = CodeGroup(
    name: "trouble with a ledger",
    codes: [
      CodeExplanation(
        "notALedger", "The file is no ledger.", when: "It is another SQLite file, or none.", fix: "Check the path."),
      CodeExplanation(
        "newerLedger", "A newer Herald wrote the ledger.", when: "Its tables are of a later version.",
        fix: "Use that Herald."),
      CodeExplanation(
        "damaged", "The file is damaged.", when: "SQLite cannot read a part of it.",
        fix: "Restore it from a backup, or export what can be read."),
      CodeExplanation(
        "corruptFacts", "A derived table cannot be read.",
        when: "It is not what Herald wrote; the events are unharmed.",
        fix: "Delete the table `facts`: it is rebuilt from the events."),
      CodeExplanation(
        "unexpectedRevision", "The stream is at another revision than was expected.",
        when: "Somebody else appended meanwhile.", fix: "Read the stream again, and append after its end."),
      CodeExplanation(
        "noEvent", "There is nothing to append.", when: "The line is blank or torn.", fix: "Give a whole event."),
      CodeExplanation(
        "busy", "Another process writes to the ledger.", when: "There is one writer at a time.",
        fix: "Wait until it has finished."),
      CodeExplanation(
        "olderLedger", "The ledger was written by an older Herald.", when: "Its schema is an older one.",
        fix: "Run `herald export LEDGER --table all --format sqlite` once."),
      CodeExplanation(
        "notWritable", "The ledger cannot be written.", when: "File or folder forbid it.", fix: "Check the permissions."
      ),
      CodeExplanation(
        "diskFull", "There is no space left.", when: "Writing failed, and nothing is half done.",
        fix: "Free some space and do it again."),
      CodeExplanation(
        "unfinished", "A first import was cut off.", when: "A crash ended it; nothing of it is kept.",
        fix: "Import the log again."),
      CodeExplanation(
        "ledgerFailed", "The ledger failed in another way.", when: "SQLite or the system reports it.",
        fix: "Check the disk and try again."),
      CodeExplanation(
        "noChain", "A head was given, and the log has no chain.", when: "Only a ledger carries one.",
        fix: "Audit the ledger."),
      CodeExplanation(
        "noHead", "A line is no head.", when: "It lacks `source`, `revision` or a `chain` of 64 hex digits.",
        fix: "Give what `herald export LEDGER --heads` printed."),
    ])
}
