import Herald

/// A filter and where it stands.
struct LintedFilter: Sendable {
  let filter: Filter
  let pointer: String
  let packageName: ExactString?
  /// False for `reviewVersions`.
  let isOfRule: Bool

  var property: ExactString { filter.property }

  /// Parts that are looked at one by one; a filter with more of them is not written by hand.
  static let partLimit = 200

  /// The parts, or none where there are too many to look at.
  var parts: [LintedPart] {
    guard filter.parts.count <= Self.partLimit else { return [] }
    let written = filter.text.utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)).trimmed }
    let counting = written.filter { !["", "!"].contains($0.normalized) }
    return zip(filter.parts, counting).map { LintedPart(part: $0, written: $1) }
  }

  /// Values on which the filter's parts can differ.
  var samples: SampleValues { SampleValues(of: property, for: [.filter(filter)], packageName: packageName) }

  func matches(_ value: String) -> Bool { isMatch(PropertyValue(ExactString(value))) }

  func isMatch(_ value: PropertyValue) -> Bool { filter.verdict(on: value).matches }

  /// Whether no version is left out, as far as the samples tell.
  var matchesAllVersions: Bool {
    let versions = samples.values.filter { $0.version != nil }
    return !versions.isEmpty && versions.allSatisfy(isMatch)
  }

  /// Whether the values of the property are versions.
  var isAboutVersions: Bool { property == .appVersionName || property == .deviceOsVersion }

  func finding(_ what: String, why: String, fix: String) -> LintFinding {
    LintFinding(pointer: pointer, what: what, why: why, fix: fix)
  }
}

/// A part of a filter, and how the document writes it.
struct LintedPart: Sendable {
  let part: Filter.Part
  /// Between its commas, trimmed.
  let written: String

  /// The `!` of the part, or nothing.
  var sign: String { part.excludes ? "!" : "" }

  /// What is written, without the `!`.
  var writtenBody: String { part.excludes ? String(Substring(written.utf8.dropFirst())).trimmed : written }
}
