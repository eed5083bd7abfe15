/// The device belongs to the segments that the rule names, and to none that it excludes.
enum SegmentsTest: DeviceTest, OptionalTest {
  static func passes<W: Witness>(_ rule: Rule, on properties: Properties, _ witness: inout W) -> Bool {
    var passed = true
    for term in rule.pacing.segments {
      let belongs = properties.belong(to: term.segment)
      let isAsWanted = belongs == term.isWanted
      // Only a listening witness evaluates the remarks, which look at every filter of the segment.
      lazy var remarks = properties.remarks(on: term.segment)
      witness.record(
        Comparison(
          "segment \(term.segment.name)", found: belongs ? "within" : "outside",
          wanted: term.isWanted ? "within" : "outside", passed: isAsWanted, key: term.key, basis: .launch,
          incomparable: remarks.incomparable, near: remarks.near))
      passed = passed && isAsWanted
    }
    return passed
  }

  static func isAsked(by rule: Rule) -> Bool { !rule.pacing.segments.isEmpty }

  static func properties(of rule: Rule) -> [ExactString] {
    var seen: Set<ExactString> = []
    return rule.pacing.segments.flatMap(\.segment.filters).map(\.property).filter { seen.insert($0).inserted }
  }

  static func samples(for rule: Rule) -> [PropertySample] {
    rule.pacing.segments.flatMap(\.segment.filters).map { PropertySample(property: $0.property, parts: $0.parts) }
  }

  static var documentKeys: [String] { ["inSegments", "notInSegments"] }
  static func terms(of rule: Rule) -> [(key: String, text: String)] {
    ["/inSegments", "/notInSegments"].compactMap { key in
      let terms = rule.pacing.segments.filter { $0.key == key }
      guard !terms.isEmpty else { return nil }
      return (
        key,
        terms.map { term in
          let filters = term.segment.filters.map { "\($0.property) \($0.text)" }.joined(separator: "; ")
          return "\(term.segment.name) (\(filters.isEmpty ? "every device" : filters))"
        }.joined(separator: ", ")
      )
    }
  }

  /// The filters of `inSegments`. The filters of `notInSegments` are left out, because the opposite of several filters
  /// is not a filter.
  static func filters(of rule: Rule, in packageName: ExactString?) -> [Filter] {
    rule.pacing.segments.filter(\.isWanted).flatMap(\.segment.filters)
  }
  /// None: a segment is defined for the whole policy, so that an edit would reach other rules.
  static func changes(
    to rule: Rule, wanted: Bool, for question: Question, in state: InstallationState
  ) -> [Change] { [] }

  static func role(in rule: Rule) -> RepetitionRole { .condition }

  /// An exclusion is not among the filters, so the filters alone do not show that the rule is not for these devices.
  static func gap(in rule: Rule, before later: Rule) -> Gap? {
    rule.pacing.segments.allSatisfy(\.isWanted)
      ? nil : Gap(words: "where the device is in a segment that the first excludes")
  }

  static func failure(_ comparison: Comparison, of rule: Rule) -> String {
    let wanted = "is for devices \(comparison.wanted) the \(comparison.subject.shown), and"
    if let incomparable = comparison.incomparable {
      return "\(wanted) its \(incomparable.property.string.shown) \(incomparable.words)"
    }
    return "\(wanted) this one is \(comparison.foundWords)\(comparison.nearWords)"
  }

  static var shortFailure: String { "not in its segment" }

  static var explanation: CodeExplanation {
    CodeExplanation(
      "The device is not in a segment that the rule is for, or in one that it excludes.",
      when: "One of `inSegments` does not match, or one of `notInSegments` does.",
      fix: "Compare the device with the segment's filters, under `segments` at the root of the policy.")
  }
}
