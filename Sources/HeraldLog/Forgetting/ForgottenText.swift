package import Herald
import HeraldLines

/// Replaces values in the JSON text of a line or a state. All other bytes stay as they were written.
package struct ForgottenText: Sendable {
  /// The pseudonym of a user; nil keeps the user's name.
  private let pseudonym: @Sendable (ExactString) -> ExactString?
  /// The properties to remove.
  private let properties: Set<ExactString>

  init(users: [ExactString]) {
    let drawn = Dictionary(
      users.map { ($0, ExactString("forgotten-\(DrawnBytes.saltText())")) }, uniquingKeysWith: { first, _ in first })
    self.init { drawn[$0] }
  }

  /// - Parameter pseudonym: returns the pseudonym of a user; nil keeps the user's name.
  init(pseudonym: @escaping @Sendable (ExactString) -> ExactString?) {
    self.pseudonym = pseudonym
    properties = []
  }

  package init(properties: [ExactString]) {
    pseudonym = { _ in nil }
    self.properties = Set(properties)
  }

  /// A line without the forgotten values; nil where it has none.
  ///
  /// - Parameter isSaltedAnew: true to give it a new salt. Without, the same line always gives the same bytes.
  package func line(_ line: BorrowedBytes, isSaltedAnew: Bool = true) -> [UInt8]? {
    let bytes = Array(line)
    // In other bytes the places would not be the same as in the text.
    guard let text = String(validating: bytes, as: UTF8.self), let root = try? JSONNode.read(text).node
    else { return nil }
    var edits = data(root[name: "data"], in: bytes)
    if edits.isEmpty { return nil }
    if isSaltedAnew { edits.append(salt(in: root, bytes)) }
    return Self.apply(edits, to: bytes)
  }

  /// The snapshot of a state without the forgotten values; nil where it has none.
  func state(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard let root = try? JSONNode.read(text).node else { return nil }
    let edits = data(root[name: "state"], in: bytes)
    return edits.isEmpty ? nil : String(decoding: Self.apply(edits, to: bytes), as: UTF8.self)
  }

  private struct Edit {
    let range: Range<Int>
    let bytes: [UInt8]
  }

  /// The edits of an object that has `user` or `properties`: the data of an event, or a state.
  private func data(_ data: JSONNode?, in bytes: [UInt8]) -> [Edit] {
    var edits: [Edit] = []
    if let user = data?[name: "user"], let name = user.string, let pseudonym = pseudonym(ExactString(name)) {
      edits.append(Edit(range: user.place, bytes: Self.json { $0.string(pseudonym) }))
    }
    if let node = data?[name: "properties"], let members = node.members {
      let kept = members.filter { !properties.contains(ExactString($0.name)) }
      if kept.count < members.count {
        let object = Self.json { output in
          output.object { output in
            for member in kept {
              output.member(named: ExactString(member.name)) {
                $0.raw(json: String(decoding: bytes[member.node.place], as: UTF8.self))
              }
            }
          }
        }
        edits.append(Edit(range: node.place, bytes: object))
      }
    }
    return edits
  }

  /// A new salt in place of the old one, or as a new member before the data, where readers expect it.
  private func salt(in root: JSONNode, _ bytes: [UInt8]) -> Edit {
    let value = Self.json { $0.string(DrawnBytes.saltText()) }
    // Absent and `null` differ here: a name may stand once.
    if let old = root.members?.first(where: { ExactString($0.name) == "salt" }) {
      return Edit(range: old.node.place, bytes: value)
    }
    let member = Array("\"salt\":".utf8) + value + [UInt8(ascii: ",")]
    let name = Array("\"data\":".utf8)
    if let data = root[name: "data"]?.place.lowerBound, data >= name.count,
      bytes[(data - name.count)..<data].elementsEqual(name)
    {
      return Edit(range: data - name.count..<data - name.count, bytes: member)
    }
    let start = root.place.lowerBound + 1
    return Edit(range: start..<start, bytes: member)
  }

  private static func json(_ write: (inout JSONWriter) -> Void) -> [UInt8] {
    var output = JSONWriter()
    write(&output)
    return Array(output.bytes)
  }

  private static func apply(_ edits: [Edit], to bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    // From the end on, so that the ranges before stay where they are.
    for edit in edits.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      result.replaceSubrange(edit.range, with: edit.bytes)
    }
    return result
  }
}
