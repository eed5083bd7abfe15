/// Whoever looks on while rules are tested.
///
/// Deciding and explaining run the same tests: deciding with a witness that looks away, explaining with one that
/// writes down what was compared with what.
protocol Witness {
  /// Whether anything is written down; where not, what was worked out before may be used.
  static var looksOn: Bool { get }
  mutating func saw(_ comparison: @autoclosure () -> Comparison)
}

/// Looks away; costs nothing.
struct NoWitness: Witness {
  static var looksOn: Bool { false }
  @inline(__always)
  mutating func saw(_ comparison: @autoclosure () -> Comparison) {}
}

/// Writes every comparison down.
struct RecordingWitness: Witness {
  static var looksOn: Bool { true }
  var comparisons: [Comparison] = []
  mutating func saw(_ comparison: @autoclosure () -> Comparison) { comparisons.append(comparison()) }
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
