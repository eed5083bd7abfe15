/// What redacting a log could not do, or changed.
extension CodeGroup {
  static let redaction = CodeGroup(
    name: "trouble with a log that is redacted (`export --redact`)",
    codes: [
      CodeExplanation(
        "shortKey", "A key is too short.", when: "It has under 16 bytes, and can be guessed.",
        fix: "Make one with `head -c 32 /dev/urandom`."),
      CodeExplanation(
        "changedByRedaction", "Decisions or states of the redacted log differ from the original's.",
        when: "They rest on a property that was left out, on a time that was rounded, or on a draw by installation.",
        fix: "Keep what they rest on with `--keep`, or tell whoever reads the export."),
      CodeExplanation(
        "documentKept", "A document may hold a person's data.",
        when: "It answers a login or is no policy, and documents are told byte for byte.",
        fix: "Read it before you share the export."),
    ])
}
