import ArgumentParser
import Herald
import HeraldLog

struct AppendCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "append",
    abstract: "Appends events from standard input to a ledger, each durable before its id is printed.",
    discussion: """
      One event a line. An id on standard output means that the event is in the ledger for good; appending it again \
      prints the id again and stores nothing. An id that begins with a quote or a brace, or has characters that a \
      terminal obeys or hides, is printed as a JSON string. The first bad line ends the appending with status 3; what \
      was acknowledged before stays.

      At the end the heads of the streams are printed on standard error. Kept elsewhere, they show later whether the end \
      of a stream is missing: a ledger alone cannot tell (`herald audit --head`).

      Examples:
        tail -f events.jsonl | herald append --ledger phone.sqlite
        herald append --ledger phone.sqlite --heads < events.jsonl
      """)

  @Option(help: ArgumentHelp("The ledger; made where there is none.", valueName: "file"), completion: .ledger)
  var ledger: String

  @Option(
    help: ArgumentHelp("Refuse unless the stream of the first event is at this revision.", valueName: "revision"),
    completion: .free)
  var expectRevision: Int?

  @Flag(help: "Accept a stream that begins late or has gaps; each is reported.")
  var partial = false

  @Flag(help: "Print heads on standard output too, one object per line, after the ids of the events that brought them.")
  var heads = false

  @OptionGroup var views: ViewsOption

  func run() throws {
    try Failure.telling(afterBadLines: "What was acknowledged before stays.") {
      var last = LastHeads()
      defer { last.tell() }
      try views.write(try Ledger(path: self.ledger)) { ledger in
        try ledger.append(
          try .standardInputOnce(), expecting: expectRevision, options: ReadingOptions(isPartial: partial),
          report: Failure.tell,
          committed: { heads in
            last.record(heads)
            if self.heads { try StandardOutput.write(heads.map(\.line).joined()) }
          },
          acknowledge: { try StandardOutput.write(AcknowledgedID.text(of: $0.id) + "\n") })
      }
    }
  }
}

/// An event's id on a line of its own.
///
/// An id is any text. One with a newline would acknowledge two events, and one with an escape sequence would reach the
/// terminal: these are printed as JSON strings, with everything escaped that is not plain.
enum AcknowledgedID {
  static func text(of id: ExactString) -> String {
    guard id.string.shown != id.string || id.string.hasPrefix("\"") || id.string.hasPrefix("{") else {
      return id.string
    }
    return "\"" + id.string.unicodeScalars.map(escaped).joined() + "\""
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    let text = String(scalar)
    if scalar == "\"" || scalar == "\\" { return "\\" + text }
    if text.shown == text { return text }
    return text.utf16.map { unit in
      let digits = String(unit, radix: 16)
      return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }.joined()
  }
}

/// The newest head of each stream that this process made longer.
struct LastHeads {
  private var bySource: [ExactString: StreamHead] = [:]

  mutating func record(_ heads: [StreamHead]) {
    for head in heads { bySource[head.source] = head }
  }

  /// Prints the heads on standard error, as one object per line.
  func tell() {
    StandardError.write(bySource.values.sorted { $0.source < $1.source }.map(\.line).joined())
  }
}

extension StreamHead {
  /// The head as `herald export --heads` prints it, with its newline.
  var line: String {
    var writer = JSONWriter()
    writer.head(self)
    return writer.string + "\n"
  }
}
