package import Herald

/// The reason why an event is not admitted. The caller adds the event's place.
package struct EventRefusal: Error {
  package let code: LogCode
  /// The member that is wrong; empty for the whole event.
  package let pointer: String
  package let finding: Finding

  package init(_ code: LogCode, pointer: String, what: String, why: String, fix: String) {
    (self.code, self.pointer, finding) = (code, pointer, Finding(what, why: why, fix: fix))
  }

  /// True if the finding points at the event's id in its line.
  var isAboutID: Bool { pointer == "/id" }

  /// The finding, with its place.
  ///
  /// - Parameters:
  ///   - file: the log that the event came from.
  ///   - number: the line's number, from 1.
  ///   - line: the event's line.
  ///   - id: the offset of the id's text in the line, in bytes.
  package func diagnostic(
    file: String, line number: Int, _ line: BorrowedBytes, id: Int
  ) -> Diagnostic {
    let before = line.prefix(isAboutID ? id : 0)
    // A column is a Unicode scalar, so continuation bytes of UTF-8 don't count.
    let column = before.count { $0 & 0xC0 != 0x80 } + 1
    return Diagnostic(
      code, .error, finding, file: file, place: DocumentPlace(line: number, column: column, pointer: pointer))
  }
}

extension Diagnostic {
  /// A gap that is accepted, because the log may be partial.
  package var acceptedGap: Diagnostic {
    var found = self
    found.severity = .warning
    found.fix = "nothing to do if the log is meant to be partial; the state after the gap knows nothing of before"
    return found
  }

  /// A last line that was cut off.
  package static func torn(_ place: (file: String, line: Int)) -> Diagnostic {
    Diagnostic(
      LogCode.torn, .note, what: "The last line is torn.", file: place.file, line: place.line,
      why: "it has no newline and cannot be parsed, as after a crash while it was written",
      fix: "nothing to do: the line is left out, and nothing before it is touched")
  }
}
