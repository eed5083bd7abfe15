import Herald
import HeraldLog

/// Events in CloudEvents' JSON form, whose bytes become lines.
enum CloudEventsBody {
  /// Reads the one event of a body, or the elements of its array.
  ///
  /// A line break between two tokens becomes a blank, because a line has none; all other bytes stay.
  ///
  /// - Throws: ``Problem`` for a body that is not such JSON.
  static func lines(_ bytes: [UInt8], isArray: Bool) throws -> (bytes: [UInt8], lines: [Range<Int>]) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Problem(.badBody, "The body is not UTF-8.", at: "body", why: "JSON is (RFC 8259, section 8.1)")
    }
    let root: JSONNode
    do { root = try JSONNode.read(text).node } catch {
      throw Problem(.badBody, "The body is not JSON.", at: "body", why: "\(error)")
    }
    var nodes = [root]
    if isArray {
      guard case .array(let elements) = root.value else {
        throw Problem(
          .badBody, "The body is not an array.", at: "body",
          why: "`application/cloudevents-batch+json` is an array of events")
      }
      nodes = elements
    }
    let flat = bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
    return (flat, nodes.map(\.place))
  }
}
