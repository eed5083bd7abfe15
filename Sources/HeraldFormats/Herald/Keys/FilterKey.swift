import Herald

/// The properties that filters usually name.
enum FilterKey {
  /// The filters of a rule or a segment.
  static let object = ObjectReference(
    "filters", "an object of texts", at: "filters", KnownProperty.allCases.map { $0.filter },
    others: .named(
      filter("PROPERTY", "What the property of this name must be.", example: #""<4.0""#)),
    strictly: .noName(among: RuleKey.names.union(RootKey.names).subtracting([RuleKey.id.rawValue])))

  /// The filter of a property that is not `null`; nil where it cannot be read.
  static func read(_ member: JSONMember) -> Filter? {
    Coercion.written(member.node).map { Filter(property: ExactString(member.name), text: $0) }
  }

  fileprivate static func filter(_ name: String, _ meaning: String, example: String) -> KeyReference {
    KeyReference(
      name, .either([.text, .anyNumber, .boolean], name: "a filter: `herald help filters`"),
      .optional(default: "every value"), meaning, example: example, fault: .leavesOut("the rule"))
  }
}

extension KnownProperty {
  fileprivate var filter: KeyReference {
    FilterKey.filter(rawValue, meaning, example: JSONNode.text(exampleFilter).line)
  }
}
