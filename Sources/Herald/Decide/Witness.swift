/// Receives the comparisons that the tests of a rule make.
///
/// Deciding and explaining run the same tests. Deciding passes a witness that drops the comparisons, explaining one that
/// records them.
protocol Witness {
  mutating func record(_ comparison: @autoclosure () -> Comparison)
}

/// Drops every comparison, and so costs nothing.
struct NoWitness: Witness {
  @inline(__always)
  mutating func record(_ comparison: @autoclosure () -> Comparison) {}
}

/// Records every comparison.
struct RecordingWitness: Witness {
  private(set) var comparisons: [Comparison] = []
  mutating func record(_ comparison: @autoclosure () -> Comparison) { comparisons.append(comparison()) }
}

/// One comparison of a test: what was found, and what the rule wants.
public struct Comparison: Hashable, Sendable {
  /// What was compared: a property's name, or words such as `times shown`.
  public let subject: String
  /// Its value; nil if it has none.
  public let found: String?
  /// What the rule wants, in the document's own words if it has any.
  public let wanted: String
  /// Whether it is as the rule wants it.
  public let passed: Bool
  /// The part of a filter that decided; nil if no single part did.
  public let decidedBy: String?
  /// JSON pointer below the rule of the value that the document asks for.
  public let key: String?
  /// Where the found value came from.
  public let basis: Basis
  /// A stable code such as `bundleNumberUnavailable` if the found value could not be compared at all.
  public let diagnostic: ComparisonCode?

  init(
    _ subject: String, found: String?, wanted: String, passed: Bool, decidedBy: String? = nil, key: String? = nil,
    basis: Basis, diagnostic: ComparisonCode? = nil
  ) {
    self.subject = subject
    self.found = found
    self.wanted = wanted
    self.passed = passed
    self.decidedBy = decidedBy
    self.key = key
    self.basis = basis
    self.diagnostic = diagnostic
  }

  /// The event from which something is known.
  public enum Basis: String, Hashable, Sendable {
    /// The event that asked.
    case question
    /// The last launch, which gave the properties.
    case launch
    /// The last showing of the rule's prompt.
    case showing
    /// The answer with which the user skipped.
    case skip
    /// The installation's name.
    case source
    /// Nothing but the document.
    case document
  }
}
