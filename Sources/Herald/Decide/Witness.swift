/// Receives the comparisons that the tests of a rule make.
///
/// Deciding and explaining run the same tests. Deciding passes a witness that drops the comparisons, explaining one
/// that records them.
protocol Witness {
  /// True if comparisons are recorded, and so have to be made.
  static var isListening: Bool { get }
  mutating func record(_ comparison: @autoclosure () -> Comparison)
}

/// Drops every comparison, and so costs nothing.
struct NoWitness: Witness {
  static var isListening: Bool { false }
  mutating func record(_ comparison: @autoclosure () -> Comparison) {}
}

/// Records every comparison.
struct RecordingWitness: Witness {
  static var isListening: Bool { true }
  private(set) var comparisons: [Comparison] = []
  mutating func record(_ comparison: @autoclosure () -> Comparison) { comparisons.append(comparison()) }
}

/// One comparison that a test makes, of a found value with the wanted value.
public struct Comparison: Hashable, Sendable {
  /// The name of the compared value: a property, or words such as `times shown`.
  public let subject: String
  /// The value that was found; nil if it is missing.
  public let found: String?
  /// The value that the rule wants, in the document's spelling if it is in the document.
  public let wanted: String
  /// True if the found value is as wanted.
  public let passed: Bool
  /// The part of a filter that decided; nil if no single part did.
  public let decidedBy: String?
  /// JSON pointer below the rule of the value that the document asks for.
  public let key: String?
  /// JSON pointer of a setting that the document has for all its rules, such as `/quietHours`; nil for a setting of the
  /// rule.
  package let rootKey: String?
  /// The origin of the found value.
  public let basis: Basis
  /// A stable code such as `bundleNumberUnavailable` if the found value could not be compared at all.
  public let diagnostic: ComparisonCode?
  /// The found value that is compared with nothing, because it is not a version; nil where the comparison was made.
  public let incomparable: Incomparable?
  /// A way in which the two versions compare that their numbers do not show; nil where the numbers decide.
  public let remark: VersionRemark?
  /// The property that the device sends under a similar name, where it lacks the wanted one; nil without one.
  public let near: NearProperty?
  /// The language that the rule names for the device without a text; nil where it names none such.
  public let languageWithoutText: ExactString?
  /// Both sides as numbers; nil for texts.
  public let numbers: Numbers?
  /// The times of the showings that fill a limit, oldest first; empty for any other comparison.
  public let showings: [Timestamp]
  /// The rules whose last showings fill a limit, each with how many of them; empty for any other comparison.
  package let filling: [Filling]

  /// The last showings of a rule, which fill a limit.
  package struct Filling: Hashable, Sendable {
    package let rule: ExactString
    package let count: Int
  }

  /// The milliseconds within which showings count; nil for any other comparison.
  package let span: Int64?

  init(
    _ subject: String, found: String?, wanted: String, passed: Bool, decidedBy: String? = nil, key: String? = nil,
    rootKey: String? = nil, basis: Basis, diagnostic: ComparisonCode? = nil, numbers: Numbers? = nil,
    showings: [Timestamp] = [], span: Int64? = nil, filling: [Filling] = [], incomparable: Incomparable? = nil,
    remark: VersionRemark? = nil, near: NearProperty? = nil, languageWithoutText: ExactString? = nil
  ) {
    self.languageWithoutText = languageWithoutText
    self.near = near
    self.incomparable = incomparable
    self.remark = remark
    self.showings = showings
    self.filling = filling
    self.numbers = numbers
    self.subject = subject
    self.found = found
    self.wanted = wanted
    self.passed = passed
    self.decidedBy = decidedBy
    self.key = key
    self.rootKey = rootKey
    self.span = span
    self.basis = basis
    self.diagnostic = diagnostic
  }

  /// The found value and the bound that it is compared with, for programs.
  public enum Numbers: Hashable, Sendable {
    /// Counts of an occurrence.
    case count(found: Int, wanted: Int)
    /// Lengths of time in milliseconds.
    case milliseconds(found: Int64, wanted: Int64)
    /// Shares in hundredths of a percent, 0 to 10,000.
    case share(found: Int, wanted: Int)

    /// The bound as a length of time in words; nil for another kind of number.
    var wantedWords: String? {
      guard case .milliseconds(_, let wanted) = self else { return nil }
      return LengthOfTime.words(wanted)
    }
  }

  /// The kind of event that gave a value.
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

extension Comparison {
  /// The place of the setting in the document; nil where the document does not have it.
  package func place(in rule: Rule) -> DocumentPlace? {
    key.flatMap { rule.source.keys[$0] } ?? rootKey.flatMap { rule.pacing.attention?.places[$0] }
  }

  /// The house rule of the app that set what is compared; nil where the document did.
  package func houseRule(in rule: Rule) -> String? {
    guard let name = key?.dropFirst().prefix(while: { $0 != "/" }) else { return nil }
    return rule.source.houseRules.contains(String(name)) ? String(name) : nil
  }

  /// The bound in milliseconds; nil for a comparison of anything but lengths of time.
  var wantedMilliseconds: Int64? {
    guard case .milliseconds(_, let wanted)? = numbers else { return nil }
    return wanted
  }
}
