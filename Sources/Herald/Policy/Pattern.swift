/// The condition of one part of a filter's text, without its `!`.
package enum Pattern: Sendable {
  /// `''`: the empty value.
  case empty
  /// A comparison such as `<n`. Nothing matches if a side is not a version.
  case compare(Operator, AppVersion?)
  /// A part with `*`, which matches any run of scalars. A `?` in it matches exactly one scalar.
  case wildcard([Unicode.Scalar])
  case equals(String)
  /// The value itself, in its own spelling.
  case exactly(ExactString)

  package enum Operator: String, CaseIterable, Sendable {
    // Longer ones first: `<=2` is not `<` of `=2`.
    case notEqual = "<>"
    case atMost = "<="
    case atLeast = ">="
    case below = "<"
    case above = ">"
  }

  init(_ text: String) {
    if text == "''" {
      self = .empty
    } else if let match = Operator.allCases.first(where: { text.utf8.starts(with: $0.rawValue.utf8) }) {
      let operand = String(decoding: text.utf8.dropFirst(match.rawValue.utf8.count), as: UTF8.self)
      self = .compare(match, AppVersion(normalized: operand))
    } else if text.utf8.contains(UInt8(ascii: "*")) {
      self = .wildcard(Array(text.unicodeScalars))
    } else {
      self = .equals(text)
    }
  }

  package func matches(_ value: PropertyValue) -> Bool {
    switch self {
    case .empty: return value.normalized.isEmpty
    case .equals(let text): return text.utf8.elementsEqual(value.normalized.utf8)
    case .exactly(let text): return value.raw == text
    case .wildcard(let pattern): return Self.glob(pattern, Array(value.normalized.unicodeScalars))
    case .compare(let comparison, let bound):
      guard let bound, let version = value.version else { return false }
      switch comparison {
      case .notEqual: return version != bound
      case .atMost: return version <= bound
      case .atLeast: return version >= bound
      case .below: return version < bound
      case .above: return version > bound
      }
    }
  }

  /// Greedy matching with backtracking to the last `*` only, so that it takes at most pattern × value steps.
  private static func glob(_ pattern: [Unicode.Scalar], _ value: [Unicode.Scalar]) -> Bool {
    var p = 0
    var v = 0
    var lastStar: (pattern: Int, value: Int)?
    while v < value.count {
      if p < pattern.count, pattern[p] == "*" {
        lastStar = (p, v)
        p += 1
      } else if p < pattern.count, pattern[p] == "?" || pattern[p] == value[v] {
        p += 1
        v += 1
      } else if let star = lastStar {
        lastStar = (star.pattern, star.value + 1)
        p = star.pattern + 1
        v = star.value + 1
      } else {
        return false
      }
    }
    return pattern[p...].allSatisfy { $0 == "*" }
  }
}
