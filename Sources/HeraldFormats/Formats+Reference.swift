package import Herald

extension Formats {
  /// A format with its names and its reference.
  package struct Named: Sendable {
    package let names: [String]
    package let reference: FormatReference
    /// True if an app may configure house rules for the document's rules.
    package let takesHouseRules: Bool
  }

  /// Every format, in the order of <doc:HeraldFormats>.
  package static var references: [Named] {
    all.map { Named(names: $0.names, reference: $0.reference, takesHouseRules: $0.takesHouseRules) }
  }

  /// The house rules that an app may configure for the rules of a store's document.
  package static var houseRules: ObjectReference { HouseRuleKey.object }

  /// The format with a name; nil for an unknown one.
  package static func reference(named name: String) -> Named? { references.first { $0.names.contains(name) } }

  /// The JSON Schema of a format's documents; nil for an unknown format, and for a format other than JSON.
  package static func schema(of name: String) -> JSONNode? {
    guard let format = reference(named: name), format.reference.language == .json else { return nil }
    return JSONSchema.schema(
      of: format.reference.document, id: "urn:herald:schema:policy:\(format.names[0])",
      title: "Herald policy (\(format.names[0]))", description: format.reference.summary)
  }
}
