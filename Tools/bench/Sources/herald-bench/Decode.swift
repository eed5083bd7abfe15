import Foundation
import Herald

/// Decodes each line of a log as Herald's API does, and does nothing else with it.
func read(log: String) throws {
  let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
  let lines = bytes.split(separator: UInt8(ascii: "\n"))
  var reader = EventReader()
  var revisions = 0
  let seconds = try Clock.work.time {
    for line in lines {
      revisions += try reader.event(utf8: line.span).revision
    }
  }
  try tell(["seconds": seconds, "events": lines.count, "revisions": revisions])
}

/// Decodes each line of a log with Foundation's decoder, and does nothing else with it.
func decode(log: String) throws {
  let bytes = try Data(contentsOf: URL(fileURLWithPath: log))
  let lines = bytes.split(separator: UInt8(ascii: "\n"))
  let decoder = JSONDecoder()
  var revisions = 0
  let seconds = try Clock.work.time {
    for line in lines { revisions += try decoder.decode(LogLine.self, from: line).revision }
  }
  try tell(["seconds": seconds, "events": lines.count, "revisions": revisions])
}

/// An event as one would write it for `JSONDecoder`.
private struct LogLine: Decodable {
  let specversion: String
  let id: String
  let source: String
  let type: String
  let time: String
  let revision: Int
  let data: [String: JSONValue]
}

private enum JSONValue: Decodable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([String: JSONValue].self) {
      self = .object(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .null
    }
  }
}
