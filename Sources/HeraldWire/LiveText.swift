/// The text of `GET /v1/live`: server-sent events (the HTML standard, section 9.2). The `id` of each is its position in
/// the ledger, and its `data` is its line.
package enum LiveText {
  /// The comments between the events.
  package enum Comment: String {
    /// The first one, so that a client knows that it is connected.
    case live
    /// One after a while without an event.
    case quiet = "still here"
    /// The last one of an answer with an end, which gave all events that there were.
    case head
    /// The last one of an answer with an end, behind whose last event there may be more.
    case more

    /// The comment as it is sent.
    package var text: String { ": \(rawValue)\n\n" }
  }

  /// Events as they are sent. A carriage return between the members of a line means nothing in JSON but ends a line
  /// here, so a blank takes its place.
  package static func write(_ events: [(position: Int, line: String)]) -> String {
    var text = ""
    for event in events {
      text += "id: \(event.position)\ndata: "
      text.unicodeScalars.append(contentsOf: event.line.unicodeScalars.lazy.map { $0 == "\r" ? " " : $0 })
      text += "\n\n"
    }
    return text
  }
}

/// An answer with an end.
package struct LiveAnswer {
  /// The lines of the events in their order, without line ends.
  package private(set) var lines: [ArraySlice<UInt8>] = []
  /// The position of the last event; the position to begin behind where there is none.
  package private(set) var position: Int
  /// True if there was no further event.
  package private(set) var isAtHead = false

  /// Reads an answer; nil where it is none, has positions out of order, or was cut off before its last comment.
  ///
  /// - Parameter position: the position behind which it begins.
  package init?(_ body: [UInt8], behind position: Int) {
    self.position = position
    var wasAnnounced = false
    var end: LiveText.Comment?
    for line in body.split(separator: UInt8(ascii: "\n")) {
      guard end == nil, let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let rest = line[(colon + 1)...]
      let value = rest.first == UInt8(ascii: " ") ? rest.dropFirst() : rest
      switch String(decoding: line[..<colon], as: UTF8.self) {
      case "":
        guard !wasAnnounced, let comment = LiveText.Comment(rawValue: String(decoding: value, as: UTF8.self)) else {
          return nil
        }
        if comment == .head || comment == .more { end = comment }
      case "id":
        guard !wasAnnounced,
          let next = OutsideNumber.read(String(decoding: value, as: UTF8.self), in: 1...(1 << 53)), next > self.position
        else { return nil }
        (self.position, wasAnnounced) = (next, true)
      case "data":
        guard wasAnnounced else { return nil }
        lines.append(value)
        wasAnnounced = false
      default: return nil
      }
    }
    guard let end, !wasAnnounced, end == .head || !lines.isEmpty else { return nil }
    isAtHead = end == .head
  }
}
