import Foundation
import Herald

extension FieldLog {
  /// The differences between the outcome and the expectation, as sentences; empty where they agree.
  ///
  /// For a case without `expect.jsonl` it writes one and returns a difference, so that somebody reads the file.
  ///
  /// ```swift
  /// let disagreements = try log.disagreements()
  /// #expect(disagreements == [])
  /// ```
  ///
  /// - Parameter readers: the ways to read the log; all by default.
  /// - Throws: ``FieldLogError``, and the errors of reading and writing the case's files.
  public func disagreements(_ readers: [Reader] = Reader.allCases) throws -> [String] {
    guard FileManager.default.fileExists(atPath: expectation.path) else {
      let lines = try outcome()
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: expectation)
      return [
        "`\(name)` had no expectation. It is written now: read \(expectation.path), and run the tests again if it is right."
      ]
    }
    let expected = try String(contentsOf: expectation, encoding: .utf8)
    return try readers.flatMap { reader in
      try disagreements(of: try outcome(reader), with: expected).map { "\(reader.rawValue): \($0)" }
    }
  }

  /// The differences between lines of an outcome and the expectation. The order of streams and of keys is ignored.
  ///
  /// - Throws: ``FieldLogError`` where a line is not JSON, and the error of reading `expect.jsonl`.
  public func disagreements(of lines: [String], with expected: String) throws -> [String] {
    let expected = try ExpectedLines(expected.split(separator: "\n").map(String.init), named: expectation.path)
    let actual = try ExpectedLines(lines, named: "the outcome")
    return expected.differences(to: actual)
  }
}

/// The lines of an outcome, each with its subject.
private struct ExpectedLines {
  private var nodes: [(about: String, node: JSONNode)] = []

  init(_ lines: [String], named name: String) throws {
    for (index, line) in lines.enumerated() {
      do throws(JSONFault) {
        let node = try JSONNode.read(line).node
        nodes.append((Self.about(node), node))
      } catch {
        throw FieldLogError(
          description: "\(name):\(index + 1):\(error.offset + 1): \(error.reason). Fix: \(error.fix).")
      }
    }
  }

  private static func about(_ node: JSONNode) -> String {
    guard let source = node[name: "source"]?.string else { return "the refusal" }
    if node[name: "counts"] != nil { return "the state of `\(source)`" }
    guard case .number(let revision) = node[name: "revision"]?.value else { return "a decision of `\(source)`" }
    return "the decision of `\(source)` at revision \(revision)"
  }

  func differences(to actual: ExpectedLines) -> [String] {
    let missing = nodes.filter { expected in !actual.nodes.contains { $0.about == expected.about } }
    let surplus = actual.nodes.filter { found in !nodes.contains { $0.about == found.about } }
    let changed = nodes.flatMap { expected -> [String] in
      guard let found = actual.nodes.first(where: { $0.about == expected.about }) else { return [] }
      return expected.node.differences(to: found.node).map { "\(expected.about): \($0)" }
    }
    return missing.map { "\($0.about) is missing" } + surplus.map { "\($0.about) was not expected" } + changed
  }
}

extension JSONNode {
  /// The differences to another value, each as `pointer: expected − …, actual + …`.
  fileprivate func differences(to other: JSONNode, at pointer: String = "") -> [String] {
    if isEqualValue(to: other) { return [] }
    guard let mine = members, let others = other.members else {
      return ["\(pointer.isEmpty ? "/" : pointer): expected − \(text), actual + \(other.text)"]
    }
    let names = (mine + others).map(\.name).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
    return names.flatMap { name -> [String] in
      let absent = JSONNode(.null, place: 0..<0)
      let mine = mine.first { $0.name == name }?.node ?? absent
      let theirs = others.first { $0.name == name }?.node ?? absent
      return mine.differences(to: theirs, at: "\(pointer)/\(JSONPointer.token(name))")
    }
  }

  private var text: String {
    var writer = JSONWriter()
    CanonicalJSON.write(self, into: &writer)
    return writer.string
  }
}
