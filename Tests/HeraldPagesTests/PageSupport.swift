import Foundation
import Herald
import HeraldCorpus
import HeraldFormats
import HeraldLog

@testable import HeraldPages
@testable import HeraldQuestions

/// The corpus of field logs, and replays of it.
enum PageCorpus {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The cases whose logs are read, and not refused.
  static func logs() throws -> [FieldLog] {
    try FieldLog.all(in: root.appendingPathComponent("Events").path).filter { log in
      let expected = try String(contentsOf: log.folder.appendingPathComponent("expect.jsonl"), encoding: .utf8)
      return !expected.hasPrefix(#"{"refused""#)
    }
  }
}

extension FieldLog {
  func replay<Visitor: ReplayVisitor>(_ visitor: inout Visitor) throws {
    let options = ReadingOptions(
      skipsInvalid: arguments.contains("--skip-invalid"), isPartial: arguments.contains("--partial"))
    try LogReader(
      log: try ByteSource(path: folder.appendingPathComponent("log.jsonl").path),
      shelf: DocumentShelf(reading: Formats.reading), options: options
    ).replay(visitor: &visitor)
  }
}

/// Replays lines.
///
/// - Parameters:
///   - most: how many installations are folded at once.
///   - isPartial: true for lines with gaps.
func replay<Visitor: ReplayVisitor>(
  _ lines: [String], atOnce most: Int = .max, isPartial: Bool = false, _ visitor: inout Visitor
) throws {
  let source = try ByteSource(name: "lines", bytes: Array((lines.joined(separator: "\n") + "\n").utf8))
  try LogReader(
    log: source, shelf: DocumentShelf(reading: Formats.reading), options: ReadingOptions(isPartial: isPartial)
  ).replay(atOnce: most, visitor: &visitor)
}

/// The page of lines.
func page(
  of lines: [String], only source: ExactString? = nil, atOnce most: Int = .max, isPartial: Bool = false
) throws -> String {
  var report = LogReport(of: "phone.jsonl", only: source)
  try replay(lines, atOnce: most, isPartial: isPartial, &report)
  return try report.html { _ in nil }
}

/// A line of a log.
func line(
  _ revision: Int, _ type: String, _ data: String = "{}", source: String = "/i/1", at time: String? = nil
) -> String {
  let minutes = revision / 60
  let clock =
    "2026-03-\(2 + minutes / 1440 < 10 ? "0" : "")\(2 + minutes / 1440)T\(two(minutes / 60 % 24)):\(two(minutes % 60)):\(two(revision % 60))Z"
  return """
    {"specversion":"1.0","id":\(text("e-\(revision)")),"source":\(text(source)),"type":\(text(type)),\
    "time":"\(time ?? clock)","revision":\(revision),"data":\(data)}
    """
}

private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

/// A text as JSON writes it.
func text(_ text: String) -> String {
  var writer = JSONWriter()
  writer.string(text)
  return writer.string
}

/// A fetch's data that brings a document.
func fetched(_ document: String, _ trigger: String = "launch") -> String {
  """
  {"trigger":"\(trigger)","url":"https://example.com/p.json","format":"herald","status":200,\
  "digest":"\(Digest.of(document))","document":\(text(document))}
  """
}

func launched(_ version: String, _ more: String = "") -> String {
  #"{"properties":{"appPackageName":"com.example.app","appVersionName":"\#(version)","deviceLanguage":"en"\#(more)}}"#
}

extension JSONNode {
  var integer: Int? { if case .number(let text) = value { Int(text) } else { nil } }
  var elements: [JSONNode] { if case .array(let elements) = value { elements } else { [] } }

  var json: String {
    var writer = JSONWriter()
    CanonicalJSON.write(self, into: &writer)
    return writer.string
  }

  /// The same object with other members.
  func with(_ members: [JSONMember]) -> JSONNode { JSONNode(.object(members), place: place) }
}
