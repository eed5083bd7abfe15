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

/// What one test compared with what.
public struct Comparison: Hashable, Sendable {
  /// What was looked at: a property's name, or words such as `shown so far`.
  public let subject: String
  /// What it was; nil where there was nothing.
  public let found: String?
  /// What the rule asks, as the document writes it where it does.
  public let wanted: String
  public let passed: Bool
  /// The part of a filter that decided; nil where it was none in particular.
  public let decidedBy: String?
  /// JSON pointer, below the rule, of the value in the document that asked.
  public let key: String?
  /// Where what was found came from.
  public let basis: Basis
  /// Stable and searchable, such as `bundleNumberUnavailable`, where what was found could not be compared at all.
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
