/// A profile's properties. The properties that a policy reads are parsed once for all filters.
struct Properties: Sendable {
  let profile: Profile
  private var values: [ExactString: PropertyValue] = [:]
  private(set) var segments = SegmentMemberships()

  init(_ profile: Profile, readBy policy: PreparedPolicy, _ cache: inout PropertyCache) {
    self.profile = profile
    values.reserveCapacity(policy.properties.count)
    for name in policy.properties { values[name] = cache.value(profile[name]) }
    segments = SegmentMemberships(of: self, in: policy.segments)
  }

  /// Parses a property each time it is read.
  ///
  /// - Parameter segments: the known memberships; other segments are matched each time.
  init(_ profile: Profile, segments: SegmentMemberships) {
    self.profile = profile
    self.segments = segments
  }

  subscript(name: ExactString) -> PropertyValue { values[name] ?? PropertyValue(profile[name]) }

  /// True if the device belongs to a segment.
  func belong(to segment: Segment) -> Bool { segments[segment]?.isMember ?? segment.contains(self) }

  /// The remarks of an explanation on the device's membership in a segment.
  func remarks(on segment: Segment) -> SegmentRemarks {
    segments[segment]?.remarks ?? SegmentRemarks(on: segment, for: self)
  }
}

/// A device's membership in each segment of a policy, computed once for all rules: thousands of them may name one
/// segment with thousands of filters.
struct SegmentMemberships: Sendable {
  /// Keeps the segment, so that no other one gets its identifier.
  struct Membership: Sendable {
    let segment: Segment
    let isMember: Bool
    /// Nil until an explanation asks, because decisions do not.
    var remarks: SegmentRemarks?
  }

  private var known: [ObjectIdentifier: Membership] = [:]

  init() {}

  fileprivate init(of properties: Properties, in segments: [Segment]) {
    for segment in segments {
      known[ObjectIdentifier(segment)] = Membership(segment: segment, isMember: segment.contains(properties))
    }
  }

  subscript(segment: Segment) -> Membership? { known[ObjectIdentifier(segment)] }

  /// The memberships with the remarks on the segments of some rules, each computed once.
  func remarking(on rules: some Sequence<Rule>, for profile: Profile) -> SegmentMemberships {
    let properties = Properties(profile, segments: self)
    var remarked = self
    for segment in rules.lazy.flatMap(\.pacing.segments).map(\.segment) {
      let id = ObjectIdentifier(segment)
      guard let membership = remarked.known[id], membership.remarks == nil else { continue }
      remarked.known[id]?.remarks = SegmentRemarks(on: segment, for: properties)
    }
    return remarked
  }
}

/// The part of a comparison with a segment that only an explanation shows.
struct SegmentRemarks: Sendable {
  /// The value on which the membership rests and which is compared with nothing; nil where there is none.
  let incomparable: Incomparable?
  /// The property that was probably meant; nil where the device has the property of the filter that decides.
  let near: NearProperty?

  fileprivate init(on segment: Segment, for properties: Properties) {
    (incomparable, near) = (segment.incomparable(on: properties), segment.near(in: properties))
  }
}

extension Segment {
  fileprivate func contains(_ properties: Properties) -> Bool {
    filters.allSatisfy { $0.verdict(on: properties[$0.property]).matches }
  }
}

/// Caches parsed values by their text, because there are many profiles but few versions and languages.
struct PropertyCache: Sendable {
  private var values = ParsedTexts<PropertyValue>()
  private var languages = ParsedTexts<LanguageTags>()

  mutating func value(_ raw: ExactString?) -> PropertyValue { values.value(raw, PropertyValue.init) }

  mutating func languageTags(_ raw: ExactString?) -> LanguageTags { languages.value(raw, LanguageTags.init) }
}

/// The values of one type that texts were parsed to.
private struct ParsedTexts<Value: Sendable>: Sendable {
  private var values: [ExactString: Value] = [:]
  private let capacity = 10_000

  mutating func value(_ raw: ExactString?, _ parse: (ExactString?) -> Value) -> Value {
    guard let raw else { return parse(nil) }
    if let value = values[raw] { return value }
    if values.count >= capacity { values.removeAll(keepingCapacity: true) }
    let value = parse(raw)
    values[raw] = value
    return value
  }
}
