/// A named set of devices, for all rules of a policy.
///
/// A class, because thousands of rules may name one segment with thousands of filters.
public final class Segment: Sendable {
  /// The name under which rules use it.
  public let name: ExactString
  /// Filters by property; a device that matches all belongs to the segment.
  public let filters: [Filter]

  /// Names a set of devices.
  public init(name: ExactString, filters: [Filter]) {
    self.name = name
    self.filters = filters
  }
}

/// A rule's condition on a segment.
public struct SegmentTerm: Sendable {
  /// The segment.
  public let segment: Segment
  /// True for `inSegments`, false for `notInSegments`.
  public let isWanted: Bool

  /// Makes a condition on devices within a segment, or outside it.
  public init(_ segment: Segment, isWanted: Bool) {
    self.segment = segment
    self.isWanted = isWanted
  }

  /// The key of the document.
  var key: String { isWanted ? "/inSegments" : "/notInSegments" }
}
