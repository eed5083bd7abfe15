import HTTPTypes
import Hummingbird

/// The form of the events in a request.
enum BodyKind {
  /// A line for each event.
  case lines
  /// One event in CloudEvents' JSON form.
  case event
  /// An array of events in CloudEvents' JSON form (its JSON format, section 4).
  case batch

  private static let types: [String: BodyKind] = [
    "application/x-ndjson": .lines, "application/jsonl": .lines, "application/cloudevents+json": .event,
    "application/cloudevents-batch+json": .batch,
  ]

  /// - Throws: ``Problem`` for a body of another kind.
  init(_ headers: HTTPFields) throws {
    let type = headers[.contentType].map { $0.prefix { $0 != ";" }.trimming(" \t").lowercased() }
    if let kind = type.flatMap({ Self.types[$0] }) {
      self = kind
      return
    }
    let isBinary = headers.contains { $0.name.canonicalName.hasPrefix("ce-") }
    throw Problem(
      .unsupportedContent,
      type.map { "The server does not take `\($0)`." } ?? "The request does not say what its body is.",
      at: "Content-Type",
      why: isBinary
        ? "CloudEvents' binary mode splits an event into headers and a body, and an event is stored as the bytes of one line"
        : "events come as lines of JSON, or as CloudEvents in JSON")
  }
}

extension StringProtocol {
  /// The text without some characters at both ends.
  func trimming(_ characters: String) -> String {
    var text = Substring(self)
    while let first = text.first, characters.contains(first) { text.removeFirst() }
    while let last = text.last, characters.contains(last) { text.removeLast() }
    return String(text)
  }
}
