/// The reason why a line is not an event, with the place in the line.
package struct WireFault: Error, Hashable, Sendable {
  package enum Problem: Hashable, Sendable {
    case json(JSONFault)
    case notAnObject
    case missingAttribute(String)
    case emptyAttribute(String)
    case attributeType(String, expected: String, found: String)
    case unsupportedSpecVersion(String)
    case unsupportedContentType(String)
    case notATime(String)
    case revisionBelowOne(String)
    case dataVersionBelowOne(String)
    case field(type: EventType, FieldFault)
    /// Data of an older shape that its upcaster could not convert.
    case upcast(type: EventType, from: Int, reason: String)
  }

  package let problem: Problem
  /// The byte offset of the mistake in the line.
  package let offset: Int

  /// True if the line is not JSON, such as a line that a crash cut off.
  package var isUnparseable: Bool {
    if case .json = problem { true } else { false }
  }
}

/// The finding about a line that is not an event.
extension WireFault {
  /// - Parameters:
  ///   - file: the log's name; nil for a line on its own.
  ///   - line: the line's number in the log, from 1.
  ///   - bytes: the line without its newline.
  package func diagnostic(file: String?, line: Int, bytes: BorrowedBytes) -> Diagnostic {
    let column = bytes.prefix(offset).count { $0 & 0xC0 != 0x80 } + 1
    let (code, pointer, what, why, fix) = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Self.mark : words
    return Diagnostic(
      code, .error, what: what, file: file, place: DocumentPlace(line: line, column: column, pointer: pointer),
      why: why, fix: fix)
  }

  /// A byte order mark, which programs write where a file begins, and which no editor shows.
  private static var mark: (code: LineCode, pointer: String, what: String, why: String, fix: String) {
    (
      .notJSON, "", "The line begins with a byte order mark.", "JSON has none (RFC 8259, section 8.1)",
      "take the first three bytes away: `tail -c +4 FILE > log.jsonl`"
    )
  }

  private var words: (code: LineCode, pointer: String, what: String, why: String, fix: String) {
    switch problem {
    case .json(let fault):
      (.notJSON, "", "The line is not JSON.", fault.reason, fault.fix)
    case .notAnObject:
      (.notAnObject, "", "The line is JSON, but no object.", "an event is one object on one line", "write {…}")
    case .missingAttribute(let name):
      (
        .missingAttribute, "", "The event has no `\(name)`.", "every event needs it (CloudEvents 1.0)",
        "add `\"\(name)\": …`"
      )
    case .emptyAttribute(let name):
      (
        .emptyAttribute, "/\(name)", "`\(name)` is empty.", "it names the event or its installation",
        "write what names it"
      )
    case .attributeType(let name, let expected, let found):
      (.wrongType, "/\(name)", "`\(name)` is \(found).", "it must be \(expected)", "write \(expected)")
    case .unsupportedSpecVersion(let version):
      (
        .unsupportedSpecVersion, "/specversion", "`specversion` is `\(version)`.", "only CloudEvents 1.0 is read",
        "write \"1.0\""
      )
    case .unsupportedContentType(let type):
      (
        .unsupportedContentType, "/datacontenttype", "`datacontenttype` is `\(type)`.", "data is read as JSON only",
        "write \"application/json\", or leave it out"
      )
    case .notATime(let text):
      (
        .notATime, "/time", "`\(text)` is not a time.",
        "a time is RFC 3339, of a day and an hour that exist, in the years 0001 to 9999",
        "write it like 2026-03-02T08:00:00.000+01:00"
      )
    case .revisionBelowOne(let text):
      (.badRevision, "/revision", "The revision is \(text).", "revisions count from 1", "number the stream 1, 2, 3…")
    case .dataVersionBelowOne(let text):
      (
        .badDataVersion, "/dataversion", "`dataversion` is \(text).", "versions count from 1",
        "write 1, or leave it out"
      )
    case .field(let type, let fault): fault.words(type: type)
    case .upcast(let type, let from, let reason):
      (
        .upcastFailed, "/data", "The data of `\(type.rawValue)` version \(from) cannot be brought up to date.", reason,
        "check the event against the shape that this version had"
      )
    }
  }
}

extension FieldFault {
  fileprivate func words(type: EventType) -> (code: LineCode, pointer: String, what: String, why: String, fix: String) {
    let pointer = "/data/" + name.split(separator: ".", maxSplits: 1).joined(separator: "/")
    switch problem {
    case .missing(let expected):
      return (
        .missingField, "/data", "The data of `\(type.rawValue)` has no `\(name)`.", "this type of event needs it",
        "add `\"\(name)\"`: \(expected)"
      )
    case .wrongType(let expected, let found):
      return (.wrongType, pointer, "`\(name)` is \(found).", "it must be \(expected)", "write \(expected)")
    case .unknownWord(let word, let allowed):
      let list = allowed.map { "`\($0)`" }.joined(separator: ", ")
      return (.unknownWord, pointer, "`\(name)` is `\(word)`.", "it must be one of \(list)", "use one of these")
    case .malformedDigest(let text):
      return (
        .malformedDigest, pointer, "`\(text)` is not a digest.", "a digest is `sha256:` and 64 lower-case hex digits",
        "write the SHA-256 of the document's bytes"
      )
    case .corrupt, .unknownText, .unknownProfile:
      // Only packed data has these faults, and a ledger reports them in its own words.
      return (.wrongType, pointer, "`\(name)` cannot be read.", "it's not what Herald wrote", "check the event")
    }
  }
}
