import Herald
import HeraldQuestions

/// The documents that an installation fetched, in the order of their first arrival.
struct ArrivedDocuments {
  /// The most text on a page, in bytes; the page names the documents that it leaves out.
  static let limit = 2 << 20

  struct Arrival {
    let digest: ExactString
    let format: ExactString
    /// The revision of its first arrival.
    let first: Int
    var last: Int
    var arrivals = 0
    /// The result of its last arrival; nil where it came into force.
    var refusal: RefusalReason?
    var text: String?
  }
  private(set) var arrivals: [Arrival] = []

  mutating func record(_ event: Event, after state: InstallationState) {
    guard case .fetchSucceeded(let fetch) = event.data, fetch.status == 200, let digest = fetch.digest else { return }
    let index =
      arrivals.firstIndex { $0.digest == digest && $0.format == fetch.format }
      ?? {
        arrivals.append(
          Arrival(digest: digest, format: fetch.format, first: event.revision, last: event.revision))
        return arrivals.count - 1
      }()
    arrivals[index].last = event.revision
    arrivals[index].arrivals += 1
    arrivals[index].refusal = state.refused?.reason
    arrivals[index].text = fetch.document ?? arrivals[index].text
  }

  /// Adds the texts that no event of this installation contains, because a log has each document only once.
  mutating func complete(_ text: (ExactString) throws -> String?) rethrows {
    for index in arrivals.indices where arrivals[index].text == nil {
      arrivals[index].text = try text(arrivals[index].digest)
    }
  }
}

/// Finds the ends of a document's values. Explanations name only their beginnings.
final class DocumentSpans {
  private let lines: LineMap
  private let root: JSONNode?
  /// The members of each object on the way to a value that was asked for, by the object's pointer.
  private var members: [ExactString: [ExactString: JSONNode]] = [:]

  init(_ text: String) {
    lines = LineMap(text)
    root = try? JSONNode.read(text, depthLimit: 64, lenient: true).node
  }

  /// The line and the column after a value's last scalar, both from 1; nil where the document is not JSON, or has no
  /// value at the place.
  func end(of place: DocumentPlace) -> (line: Int, column: Int)? {
    guard let node = node(at: place.pointer) else { return nil }
    let start = lines.place(node.place.lowerBound)
    guard (start.line, start.column) == (place.line, place.column) else { return nil }
    let end = lines.place(node.place.upperBound)
    return (end.line, end.column)
  }

  private func node(at pointer: String) -> JSONNode? {
    var path = ""
    // Splits bytes, because in a `String` a slash and a following combining accent are one character.
    return pointer.utf8.split(separator: UInt8(ascii: "/")).reduce(root) { node, token in
      let name = String(decoding: token, as: UTF8.self)
      defer { path += "/" + name }
      switch node?.value {
      case .array(let elements): return Int(name).flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      case .object(let members): return byName(members, of: path)[ExactString(name)]
      default: return nil
      }
    }
  }

  private func byName(_ members: [JSONMember], of pointer: String) -> [ExactString: JSONNode] {
    if let known = self.members[ExactString(pointer)] { return known }
    let named = Dictionary(
      members.map { (ExactString(JSONPointer.token($0.name)), $0.node) }, uniquingKeysWith: { first, _ in first })
    self.members[ExactString(pointer)] = named
    return named
  }
}
