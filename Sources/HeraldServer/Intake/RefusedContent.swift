import Foundation
import Herald

/// The content of a refused line, as far as it can be read.
struct RefusedContent {
  private let root: JSONNode

  /// - Returns: nil for a line that is not JSON or was cut. It may name anything.
  init?(_ line: [UInt8], length: Int) {
    guard line.count == length, let text = String(validating: line, as: UTF8.self),
      let root = try? JSONNode.read(text).node
    else { return nil }
    self.root = root
  }

  private static let longestWord = 100

  /// The type of the event that it would have been.
  var type: String? { root[name: "type"]?.string?.clipped(to: Self.longestWord) }
  /// The device's time as it is written.
  var time: String? { root[name: "time"]?.string?.clipped(to: Self.longestWord) }
  var revision: Int? {
    guard case .number(let text)? = root[name: "revision"]?.value else { return nil }
    return Int(text)
  }
  /// True if the event brought a document, so that the phone has a policy that the server does not know.
  var bringsPolicy: Bool {
    root[name: "type"]?.string == "fetch.succeeded" && root[name: "data"]?[name: "document"] != nil
  }
}

/// Looking for what was forgotten.
extension RefusedContent {
  /// True if a text, such as a user or an installation, stands in any value or name.
  func names(_ text: String) -> Bool { text.isEmpty ? false : Self.names(text, root, depth: 0) }

  /// True if it has a member of this name besides the attributes of every event. A refused line may have a property in any
  /// place.
  func hasMember(_ name: String) -> Bool { Self.hasMember(name, root, depth: 0) }

  private static let attributes: Set<String> = [
    "specversion", "id", "source", "type", "time", "revision", "salt", "data", "datacontenttype", "dataschema",
    "subject",
  ]
  /// The most texts within texts that are read as JSON.
  private static let deepest = 4

  private static func names(_ text: String, _ node: JSONNode, depth: Int) -> Bool {
    switch node.value {
    case .null, .bool: false
    case .number(let number): number == text
    case .string(let string): names(text, in: string, depth: depth)
    case .array(let elements): elements.contains { names(text, $0, depth: depth) }
    case .object(let members):
      members.contains { names(text, in: $0.name, depth: depth) || names(text, $0.node, depth: depth) }
    }
  }

  private static func names(_ text: String, in string: String, depth: Int) -> Bool {
    if has(string, text) { return true }
    if string.utf8.contains(UInt8(ascii: "%")), let plain = string.removingPercentEncoding, has(plain, text) {
      return true
    }
    switch nested(string, depth: depth) {
    case .none: return false
    case .json(let node): return names(text, node, depth: depth + 1)
    case .unreadable: return true
    }
  }

  /// True if a string has another one in it, byte for byte or as Unicode compares them.
  private static func has(_ string: String, _ text: String) -> Bool {
    Data(string.utf8).range(of: Data(text.utf8)) != nil || string.contains(text)
  }

  private static func hasMember(_ name: String, _ node: JSONNode, depth: Int, isRoot: Bool = true) -> Bool {
    switch node.value {
    case .null, .bool, .number: return false
    case .string(let string):
      switch nested(string, depth: depth) {
      case .none: return false
      case .json(let node): return hasMember(name, node, depth: depth + 1, isRoot: false)
      case .unreadable: return true
      }
    case .array(let elements): return elements.contains { hasMember(name, $0, depth: depth, isRoot: false) }
    case .object(let members):
      return members.contains { member in
        ExactString(member.name) == ExactString(name) && !(isRoot && attributes.contains(name))
          || hasMember(name, member.node, depth: depth, isRoot: false)
      }
    }
  }

  private enum Nested {
    case none, unreadable
    case json(JSONNode)
  }

  /// The JSON within a string, such as a document that was fetched.
  private static func nested(_ string: String, depth: Int) -> Nested {
    let isEscaped = string.utf8.contains(UInt8(ascii: "\\"))
    guard let first = string.utf8.first(where: { $0 > 0x20 }), [0x22, 0x5B, 0x7B].contains(first) else {
      return isEscaped && has(string, "\\u") ? .unreadable : .none
    }
    if depth < deepest, let node = try? JSONNode.read(string).node { return .json(node) }
    return isEscaped || first != 0x22 ? .unreadable : .none
  }
}
