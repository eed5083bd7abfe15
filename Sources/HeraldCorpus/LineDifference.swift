package import Herald

/// A decision, a state or a refusal that is not what was expected.
package struct LineDifference: Sendable {
  /// A line of an outcome: its number from 1, and its value.
  package struct Line: Sendable {
    package let number: Int
    package let node: JSONNode
  }

  /// The subject of the line, such as ``the state of `/phones/1` ``.
  package let subject: String
  /// The expected line, with the fields that it may lack; nil for an unexpected line.
  package let expected: Line?
  /// The actual line; nil for a missing line.
  package let actual: Line?

  /// The difference as sentences: one for each value that differs.
  package var sentences: [String] {
    switch (expected, actual) {
    case (let expected?, let actual?): expected.node.differences(to: actual.node).map { "\(subject): \($0)" }
    case (_?, nil): ["\(subject) is missing"]
    default: ["\(subject) was not expected"]
    }
  }
}

/// The lines of an outcome, each with its subject.
struct OutcomeLines {
  private var lines: [(subject: String, line: LineDifference.Line)] = []

  /// - Throws: ``FieldLogError`` where a line is not JSON.
  init(_ texts: [Substring], file: String) throws {
    for (index, text) in texts.enumerated() where !text.isEmpty {
      do throws(JSONFault) {
        let node = try JSONNode.read(String(text)).node
        lines.append((Self.subject(of: node), LineDifference.Line(number: index + 1, node: node)))
      } catch {
        throw FieldLogError(
          .invalidExpectation, what: "The line is not JSON.", file: file,
          place: DocumentPlace(line: index + 1, column: error.offset + 1, pointer: ""), why: error.reason,
          fix: error.fix)
      }
    }
  }

  private static func subject(of node: JSONNode) -> String {
    guard let source = node[name: "source"]?.string else { return "the refusal" }
    if node[name: "counts"] != nil { return "the state of `\(source)`" }
    guard case .number(let revision) = node[name: "revision"]?.value else { return "a decision of `\(source)`" }
    return "the decision of `\(source)` at revision \(revision)"
  }

  /// The differences: lines that are missing or changed in the order of the expectation, then unexpected ones.
  ///
  /// - Parameter added: receives the fields that each line lacks and may lack.
  func differences(to actual: OutcomeLines, added: inout [Set<FieldPlace>]) -> [LineDifference] {
    let (mine, theirs) = (bySubject, actual.bySubject)
    let new = NewFields(missingIn: lines.map(\.line.node))
    let expected = lines.compactMap { subject, line -> LineDifference? in
      guard let found = theirs[ExactString(subject)] else {
        return LineDifference(subject: subject, expected: line, actual: nil)
      }
      var places: Set<FieldPlace> = []
      let node = new.completed(line.node, from: found.node, added: &places)
      if !places.isEmpty { added.append(places) }
      if node.isEqualValue(to: found.node) { return nil }
      let completed = LineDifference.Line(number: line.number, node: node)
      return LineDifference(subject: subject, expected: completed, actual: found)
    }
    let surplus = actual.lines.filter { mine[ExactString($0.subject)] == nil }
    return expected + surplus.map { LineDifference(subject: $0.subject, expected: nil, actual: $0.line) }
  }

  /// The first line of each subject. Names of installations are compared byte by byte.
  private var bySubject: [ExactString: LineDifference.Line] {
    Dictionary(lines.map { (ExactString($0.subject), $0.line) }) { first, _ in first }
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
      let at = "\(pointer)/\(JSONPointer.token(name))"
      let (mine, theirs) = (mine.first { $0.name == name }?.node, others.first { $0.name == name }?.node)
      if let mine, mine.isNull, theirs == nil { return ["\(at): expected − null, actual has no such member"] }
      return (mine ?? absent).differences(to: theirs ?? absent, at: at)
    }
  }

  private var text: String {
    var writer = JSONWriter()
    CanonicalJSON.write(self, into: &writer)
    return writer.string
  }
}
