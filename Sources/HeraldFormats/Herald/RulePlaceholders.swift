import Herald

/// The placeholders in a rule's texts, with their places.
struct RulePlaceholders {
  /// The JSON pointers below the rule, and the texts that have braces.
  private(set) var texts: [(pointer: String, text: String)] = []

  /// - Parameter rule: the rule's JSON.
  init(in rule: JSONNode) {
    collect(rule[RuleKey.descriptions], at: RuleKey.descriptions.pointer)
    collect(rule[RuleKey.forcedDescriptions], at: RuleKey.forcedDescriptions.pointer)
    guard case .array(let variants)? = rule[RuleKey.variants]?.value else { return }
    for (index, variant) in variants.enumerated() {
      collect(
        variant[VariantKey.descriptions], at: "\(RuleKey.variants.pointer)/\(index)\(VariantKey.descriptions.pointer)")
    }
  }

  /// True if a text has a placeholder that is filled in.
  var areUsed: Bool { texts.contains { !Placeholder.all(in: $0.text).isEmpty } }

  private mutating func collect(_ descriptions: JSONNode?, at pointer: String) {
    for language in descriptions?.members ?? [] {
      let place = "\(pointer)/\(JSONPointer.token(language.name))"
      add(language.node, at: place)
      for key in TextKey.allCases where key != .imageUrl {
        if let text = language.node[key] { add(text, at: place + key.pointer) }
      }
    }
  }

  private mutating func add(_ node: JSONNode, at pointer: String) {
    guard let text = node.string, text.utf8.contains(UInt8(ascii: "{")) else { return }
    texts.append((pointer, text))
  }
}
