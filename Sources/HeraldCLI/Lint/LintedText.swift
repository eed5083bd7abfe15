import Herald
import HeraldQuestions
import HeraldFormats

/// A document's text, in which findings have a range and an identity.
struct LintedText {
  /// A range of a text. Lines and columns are from 1, columns in Unicode scalars; the end column is not in it.
  struct Region: Equatable {
    let startLine, startColumn, endLine, endColumn: Int
  }

  private let lines: [Substring.UTF8View]
  private let map: LineMap
  /// The document as JSON; nil where it is not JSON.
  private let root: JSONNode?

  init(_ text: String) {
    lines = text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
    map = LineMap(text)
    root = try? JSONNode.read(text, lenient: true).node
  }

  /// The range of the value that a finding is about; the rest of the line where that is unknown. Nil without a place.
  func region(of finding: Diagnostic) -> Region? {
    guard let place = finding.place else { return nil }
    if let node = root?.node(at: place.pointer) {
      let (start, end) = (map.place(node.place.lowerBound), map.place(node.place.upperBound))
      if start.line == place.line, start.column == place.column {
        return Region(
          startLine: start.line, startColumn: start.column, endLine: end.line, endColumn: end.column)
      }
    }
    let length = String(line(place.line)).unicodeScalars.count { $0 != "\r" && $0 != "\u{FEFF}" }
    return Region(
      startLine: place.line, startColumn: place.column, endLine: place.line,
      endColumn: max(length, place.column) + 1)
  }

  private func line(_ number: Int) -> Substring {
    lines.indices.contains(number - 1) ? Substring(lines[number - 1]) : ""
  }

  /// A fingerprint for each finding, which stays when lines, keys or rules are inserted elsewhere.
  func fingerprints(of findings: [Diagnostic]) -> [String] {
    var seen: [String: Int] = [:]
    return findings.map { finding in
      let identity = "\(finding.code.kind)\n\(finding.code.name)\n\(position(of: finding))"
      seen[identity, default: 0] += 1
      return String(Digest.of("\(identity)\n\(seen[identity] ?? 1)").string.dropFirst(7).prefix(32))
    }
  }

  /// The place of a finding without numbers: a pointer that names a rule by its id, or else by its content.
  private func position(of finding: Diagnostic) -> String {
    guard let place = finding.place else { return "" }
    guard let root, !place.pointer.isEmpty else {
      return String(line(place.line)).filter { !$0.isWhitespace }
    }
    var path = ""
    var position = ""
    for token in place.pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst() {
      let list = root.node(at: path)
      path += "/" + token
      let element = root.node(at: path)
      if case .array = list.value { position += "/" + Self.name(of: element) } else { position += "/" + token }
    }
    return position
  }

  private static func name(of element: JSONNode) -> String {
    var writer = JSONWriter()
    CanonicalJSON.write(element[name: "id"] ?? element, into: &writer)
    return element[name: "id"] == nil ? Digest.of(writer.string).string : writer.string
  }
}
