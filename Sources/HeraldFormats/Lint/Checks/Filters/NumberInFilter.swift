import Herald

extension LintCheck {
  static let numberInFilter = LintCheck(
    "numberInFilter", .warning, "a version written as a number that loses its end",
    policy: { linted in
      linted.filterObjects.flatMap { pointer, filters in
        (filters.members ?? []).compactMap { member -> LintFinding? in
          guard case .number(let text) = member.node.value, CanonicalJSON.number(text) != text else { return nil }
          return LintFinding(
            pointer: "\(pointer)/\(JSONPointer.token(member.name))",
            what: "The filter on \(quoted(member.name)) is the number `\(text)`.",
            why:
              "Herald reads it as it is written, but tools that rewrite JSON make \(CanonicalJSON.number(text)) of it",
            fix: "write \"\(text)\"")
        }
      }
    })
}

extension LintedPolicy {
  /// The filters of the segments and of the rules as JSON, with their pointers.
  fileprivate var filterObjects: [(pointer: String, node: JSONNode)] {
    let segments = (root[RootKey.segments]?.members ?? []).map { segment in
      (pointer: "\(RootKey.segments.pointer)/\(JSONPointer.token(segment.name))", node: segment.node)
    }
    return segments
      + rules.compactMap { rule in
        rule.value("filters").map { (pointer: rule.pointer + RuleKey.filters.pointer, node: $0) }
      }
  }
}
