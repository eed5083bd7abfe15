import Herald

/// The keys of a variant of a rule's texts.
enum VariantKey: String, DocumentKey {
  case id, weight, descriptions

  var about: KeyReference {
    switch self {
    case .id:
      KeyReference(
        .form(.visibleText), .required, "The name, which showings carry; another one than the rule's other variants.",
        example: #""short""#, fault: .leavesOut("the rule"))
    case .weight:
      KeyReference(
        .lenient(.integer(0...10_000)), .required,
        "The share of the installations that see it, relative to the sum of all weights, which is above 0.",
        example: "50", fault: .leavesOut("the rule"))
    case .descriptions:
      KeyReference(
        .object(TextKey.byLanguage), .optional(default: "the rule's"),
        "The texts; where a language has none, the rule's.",
        example: #"{"*": {"message": "Faster. Smaller."}}"#, fault: .leavesOut("the rule"))
    }
  }

  static let object = ObjectReference("variant", "a variant", plural: "variants", at: "variants[]", references)
  static let list = ValueShape.list(.object(object), count: 1...16)
}
