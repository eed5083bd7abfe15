import Herald

/// Reads booleans and numbers that documents write as such or as text.
enum Coercion {
  /// true and false, 1 and 0, and their texts in any case, trimmed; nil for anything else.
  static func bool(_ node: JSONNode) -> Bool? {
    switch node.value {
    case .bool(let bool): return bool
    case .number(let text): return DecimalNumber(json: text)?.integer.flatMap(bool(of:))
    case .string(let text):
      switch text.trimmed.lowercased() {
      case "true", "1": return true
      case "false", "0": return false
      default: return nil
      }
    default: return nil
    }
  }

  /// The text of a node where it is not blank; nil for anything else.
  static func text(_ node: JSONNode?) -> String? { node?.string.flatMap { $0.isBlank ? nil : $0 } }

  private static func bool(of number: Int) -> Bool? { number == 1 ? true : number == 0 ? false : nil }

  /// A number, or a text that is a number in JSON's form, trimmed.
  static func number(_ node: JSONNode) -> DecimalNumber? {
    switch node.value {
    case .number(let text): DecimalNumber(json: text)
    case .string(let text): DecimalNumber(json: text.trimmed)
    default: nil
    }
  }

  /// A number with an integral value within ±(2^53 − 1).
  static func integer(_ node: JSONNode) -> Int? { number(node)?.integer }

  /// The text of a node, or the source text of its number or boolean; nil for anything else.
  static func written(_ node: JSONNode) -> String? {
    switch node.value {
    case .string(let text), .number(let text): text
    case .bool(let bool): bool ? "true" : "false"
    default: nil
    }
  }
}
