package import Herald

/// The lines of an excerpt: a log of its own, which says what it was made from.
package struct SmallLog: Sendable {
  /// A document that lost something.
  package struct Derived: Hashable, Sendable {
    /// The digest of the original.
    package let from: ExactString
    /// The digest of what is left.
    package let to: ExactString
  }

  /// The lines, each ended.
  package private(set) var text = ""
  /// The documents that lost something, in the order of their first fetches.
  package private(set) var derived: [Derived] = []

  /// Writes an excerpt.
  package init(_ excerpt: IncidentExcerpt, of incident: Incident) {
    var brought: Set<ExactString> = []
    for entry in excerpt.entries {
      // The lines were read before, so they are JSON.
      guard let line = try? JSONNode.read(String(decoding: incident.lines[entry.index], as: UTF8.self)).node,
        let members = line.members
      else { continue }
      let event = incident.events[entry.index]
      text +=
        JSONNode.object(
          Self.attributes(members, revision: event.revision).map { name, node in
            guard name == "data", let data = node.members else { return (name: name, node: node) }
            return (name: name, node: .object(self.data(data, of: entry, excerpt, incident, &brought)))
          }
        ).line + "\n"
    }
  }

  private typealias Members = [(name: String, node: JSONNode)]

  /// The attributes with the original revision in place of the line's own: the order of lines gives the new one.
  private static func attributes(_ members: [JSONMember], revision: Int) -> Members {
    let isDerived = members.contains { $0.name == Self.revisionName && !$0.node.isNull }
    var kept: Members = members.compactMap {
      $0.name == "revision" || $0.node.isNull && $0.name == Self.revisionName ? nil : ($0.name, $0.node)
    }
    if !isDerived {
      let place = kept.firstIndex { $0.name == "time" } ?? kept.firstIndex { $0.name == "type" } ?? kept.count - 1
      kept.insert((Self.revisionName, .number(revision)), at: place + 1)
    }
    return kept
  }

  /// The attribute with the original revision, and the member with the digest of the original document.
  static let revisionName = "originalrevision"
  static let originName = "derivedFrom"

  private mutating func data(
    _ members: [JSONMember], of entry: IncidentExcerpt.Entry, _ excerpt: IncidentExcerpt, _ incident: Incident,
    _ brought: inout Set<ExactString>
  ) -> Members {
    let data: Members = members.map { ($0.name, $0.node) }
    switch entry.fact.data {
    case .appLaunched(let launch):
      return data.map { name, node in
        guard name == "properties", let properties = node.members else { return (name, node) }
        return (
          name,
          .object(
            properties.filter { launch.profile[ExactString($0.name)] != nil && !$0.node.isNull }
              .map { (name: $0.name, node: $0.node) })
        )
      }
    case .fetchSucceeded(let fetch): return self.data(data, of: fetch, excerpt, incident, &brought)
    default: return data
    }
  }

  /// The data of a fetch: with the shorter document where it lost something, at the first fetch that names it alone.
  private mutating func data(
    _ members: Members, of fetch: FetchSucceeded, _ excerpt: IncidentExcerpt, _ incident: Incident,
    _ brought: inout Set<ExactString>
  ) -> Members {
    var members = members
    if let rules = fetch.houseRules, let place = members.firstIndex(where: { $0.name == "houseRules" }) {
      members[place].node = members[place].node.kept(as: rules)
    }
    guard let digest = fetch.digest, let place = members.firstIndex(where: { $0.name == "digest" }) else {
      return members
    }
    let shorter = excerpt.documents[digest]
    let new = shorter.map { Digest.of($0) } ?? digest
    // A log that was made small before names the first original.
    let origin = members.first { $0.name == Self.originName && !$0.node.isNull }?.node
    members.removeAll { $0.name == "document" || $0.name == Self.originName }
    var added: Members = [("digest", .text(new.string))]
    if let origin = origin ?? shorter.map({ _ in .text(digest.string) }) { added.append((Self.originName, origin)) }
    if shorter != nil { note(Derived(from: origin?.string.map { ExactString($0) } ?? digest, to: new)) }
    if brought.insert(new).inserted, let text = shorter ?? incident.documents[digest] {
      added.append(("document", .text(text)))
    }
    let start = members.firstIndex { $0.name == "digest" } ?? place
    members.replaceSubrange(start...start, with: added)
    return members
  }

  private mutating func note(_ document: Derived) {
    if !derived.contains(document) { derived.append(document) }
  }
}

extension JSONNode {
  /// The house rules as they are written, without what was left out of them.
  fileprivate func kept(as rules: HouseRules) -> JSONNode {
    guard let left = try? JSONNode.read(rules.json.string).node else { return self }
    return kept(as: left)
  }

  private func kept(as left: JSONNode) -> JSONNode {
    guard let mine = members, left.members != nil else { return left }
    return .object(
      mine.compactMap { member in
        left[name: member.name].map { (name: member.name, node: member.node.kept(as: $0)) }
      })
  }
}
