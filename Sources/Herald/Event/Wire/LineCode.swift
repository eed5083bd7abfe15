/// The reason why one line of a log is not an event, by a check of the line alone.
package enum LineCode: String, ExplainedCode {
  case notJSON, notAnObject, missingAttribute, emptyAttribute, wrongType, unsupportedSpecVersion,
    unsupportedContentType, notATime, badRevision, badDataVersion, missingField, unknownWord, malformedDigest,
    upcastFailed

  package static let kind = "bad line of a log"

  package var explanation: CodeExplanation {
    switch self {
    case .notJSON:
      CodeExplanation(
        "The line is not JSON.",
        when: "It was cut, or written by hand.",
        fix: "Correct the line.")
    case .notAnObject:
      CodeExplanation(
        "The line is JSON, but no object.",
        when: "An event is one object on one line.",
        fix: "Write `{…}`.")
    case .missingAttribute:
      CodeExplanation(
        "The event lacks an attribute that each needs.",
        when: "`specversion`, `id`, `source`, `type` or `time` is missing.",
        fix: "Add it.")
    case .emptyAttribute:
      CodeExplanation(
        "An attribute that names something is empty.",
        when: "`id`, `source` or `type` is \"\".",
        fix: "Write what names it.")
    case .wrongType:
      CodeExplanation(
        "A value has the wrong JSON type.",
        when: "Such as a number where a string belongs.",
        fix: "Write what the message asks for.")
    case .unsupportedSpecVersion:
      CodeExplanation(
        "The line is of another version of CloudEvents.",
        when: "`specversion` is not `1.0`.",
        fix: "Write `1.0`.")
    case .unsupportedContentType:
      CodeExplanation(
        "The data is not JSON.",
        when: "`datacontenttype` is not `application/json`.",
        fix: "Leave it out.")
    case .notATime:
      CodeExplanation(
        "The time cannot be read.",
        when: "It is not RFC 3339, or a day or hour does not exist.",
        fix: "Write it like `2026-03-02T08:00:00.000+01:00`.")
    case .badRevision:
      CodeExplanation(
        "A revision is below 1.",
        when: "Revisions count from 1.",
        fix: "Number the stream 1, 2, 3 and so on.")
    case .badDataVersion:
      CodeExplanation(
        "A `dataversion` is below 1.",
        when: "Versions of data count from 1.",
        fix: "Write 1, or leave it out.")
    case .missingField:
      CodeExplanation(
        "The data lacks a key that its type needs.",
        when: "An event is incomplete.",
        fix: "Add the key.")
    case .unknownWord:
      CodeExplanation(
        "A value is none of the words of a closed list.",
        when: "Such as a trigger that does not exist.",
        fix: "Use one of those that the message lists.")
    case .malformedDigest:
      CodeExplanation(
        "A digest is of another form.",
        when: "It is not `sha256:` and 64 lower-case hex digits.",
        fix: "Write the SHA-256 of the document's bytes.")
    case .upcastFailed:
      CodeExplanation(
        "Data of an older version cannot be brought up to date.",
        when: "It does not have the shape that this version had.",
        fix: "Check the event.")
    }
  }
}
