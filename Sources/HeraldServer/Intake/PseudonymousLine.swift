import Herald
import HeraldLog

extension RejectedLine {
  /// The line as it is kept by a server that knows users by pseudonyms alone.
  ///
  /// A line that was refused may name a user in any place. So every member `user` becomes a pseudonym or null, and no
  /// byte is kept of a line that is not JSON or was cut. The finding may quote the line, so a general sentence replaces
  /// it then.
  func without(_ users: UserPseudonyms) -> RejectedLine {
    var line = self
    guard length == self.line.count, let text = String(validating: self.line, as: UTF8.self),
      let root = try? JSONNode.read(text).node
    else {
      line.line = []
      line.forgetWords("it is not kept, because it may name a user in a place that cannot be told")
      line.digest = users.code(of: digest)
      return line
    }
    guard let kept = Self.kept(root, users) else { return self }
    line.line = Array(kept.line.utf8)
    line.length = line.line.count
    line.digest = Self.digest(of: line.line)
    line.forgetWords("it names a user, who is stored under a pseudonym")
    return line
  }

  private mutating func forgetWords(_ why: String) {
    finding = Finding(
      "The line was refused as `\(reason)`.", why: why, fix: "see the answer that its sender got")
  }

  /// A value with pseudonyms in place of its users; nil for a value without a user.
  private static func kept(_ node: JSONNode, _ users: UserPseudonyms) -> JSONNode? {
    switch node.value {
    case .array(let elements):
      let kept = elements.map { Self.kept($0, users) }
      if kept.allSatisfy({ $0 == nil }) { return nil }
      return JSONNode(.array(zip(elements, kept).map { $1 ?? $0 }), place: node.place)
    case .object(let members):
      let kept = members.map { $0.name.lowercased() == "user" ? user($0.node, users) : Self.kept($0.node, users) }
      if kept.allSatisfy({ $0 == nil }) { return nil }
      return JSONNode(
        .object(zip(members, kept).map { JSONMember(name: $0.name, node: $1 ?? $0.node) }), place: node.place)
    default: return nil
    }
  }

  private static func user(_ node: JSONNode, _ users: UserPseudonyms) -> JSONNode? {
    if node.isNull { return nil }
    guard let name = node.string else { return JSONNode(.null, place: node.place) }
    let pseudonym = users.pseudonym(of: ExactString(name))
    return pseudonym.string == name ? nil : JSONNode(.string(pseudonym.string), place: node.place)
  }
}
