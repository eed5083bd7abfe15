/// A form that a part of a filter's text may have, for the reference.
package struct FilterForm: Sendable {
  /// The spelling, such as `<n`.
  package let form: String
  /// The matched values, in one sentence.
  package let meaning: String
  /// A filter with such a part, and values that it matches and does not match.
  package let example: String
  package let matching: [String]
  package let others: [String]

  /// The forms, in the order in which a part is read.
  package static let all: [FilterForm] =
    [
      FilterForm("a, b", "One of several parts is enough.", "ios, android", ["ios", "Android"], ["windowsphone"]),
      FilterForm(
        "!part", "Whatever the part matches is left out, wherever it stands; exclusions alone leave in all others.",
        "de*, !de-CH", ["de-DE", "de"], ["de-CH", "fr"]),
      FilterForm("''", "The empty value, which a property that is missing has too.", "''", [""], ["7"]),
    ] + Pattern.Operator.allCases.reversed().map(\.filterForm) + [
      FilterForm(
        "*", "Any characters, as many as you like or none; the part must fit the whole value.", "iPhone*",
        ["iPhone15,2", "iphone"], ["iPad14,1"]),
      FilterForm("?", "Exactly one character, in a part that has a `*` too.", "6.?.*", ["6.1.3"], ["6.10.3"]),
      FilterForm(
        "text", "The whole value, letter for letter; case and white space make no difference.", "SM-G991B",
        ["SM-G991B", "sm-g991b"], ["SM-G991"]),
    ]

  /// Rules that hold for every filter, each in one sentence.
  package static let rules = [
    "All filters of a rule must match; a rule without filters is for every device.",
    "A text is split at its commas, so a value with a comma is written with `?` and `*`: `iPhone15?2*`.",
    "Upper and lower case are the same, and white space does not count.",
    "A property that the device does not send is compared as an empty text.",
    "`<`, `<=`, `>`, `>=` and `<>` compare versions number by number: 2.9 < 2.10, and 2.7 is 2.7.0.",
    "Nothing that is not a version is below or above anything, nor different from it.",
  ]

  fileprivate init(
    _ form: String, _ meaning: String, _ example: String, _ matching: [String], _ others: [String]
  ) {
    self.form = form
    self.meaning = meaning
    self.example = example
    self.matching = matching
    self.others = others
  }
}

extension Pattern.Operator {
  fileprivate var filterForm: FilterForm {
    switch self {
    case .below: FilterForm("<n", "Versions below n.", "<2.7", ["2.6.9", "2.7-beta"], ["2.7", "2.10", "v2"])
    case .atMost: FilterForm("<=n", "Version n and those below it.", "<=2.7", ["2.7.0", "2.6"], ["2.7.1"])
    case .above: FilterForm(">n", "Versions above n.", ">2.7", ["2.10"], ["2.7", "2.7.0"])
    case .atLeast: FilterForm(">=n", "Version n and those above it.", ">=15", ["15.0", "17.4"], ["14.9"])
    case .notEqual: FilterForm("<>n", "Every version but n.", "<>2.7", ["2.8"], ["2.7.0", "v2"])
    }
  }
}
