import Herald

/// The devices that two rules share, judged by properties only.
enum Overlap: Sendable {
  /// No device was found that meets both.
  case none
  /// Some devices meet both, such as this one.
  case some(example: String)
  /// Each device that meets the later rule also meets the earlier one.
  case whole

  init(of earlier: LintedRule, over later: LintedRule) {
    guard let demandsOfEarlier = earlier.demands, let demandsOfLater = later.demands else {
      self = .none
      return
    }
    var example: [String] = []
    var isWhole = true
    for property in Self.properties(demandsOfEarlier, demandsOfLater) {
      let (own, others) = (demandsOfEarlier[property], demandsOfLater[property])
      let samples = SampleValues(of: property, for: own + others, packageName: later.packageName)
      let wanted = samples.values.filter { value in others.allSatisfy { $0.isMet(by: value) } }
      let shared = wanted.filter { value in own.allSatisfy { $0.isMet(by: value) } }
      guard let first = shared.first else {
        self = .none
        return
      }
      if shared.count < samples.values.count { example.append(Self.words(property, first)) }
      let isImplied = own.allSatisfy { demand in others.contains { $0.implies(demand) } }
      let isListed = samples.isComplete || others.contains(where: \.listsItsValues)
      isWhole = isWhole && (isImplied || isListed && shared.count == wanted.count)
    }
    self = isWhole ? .whole : .some(example: Self.list(example))
  }

  private static func properties(_ left: Demands, _ right: Demands) -> [ExactString] {
    left.properties + right.properties.filter { !left.properties.contains($0) }
  }

  private static func words(_ property: ExactString, _ value: PropertyValue) -> String {
    guard let raw = value.raw else { return "no \(quoted(property.string))" }
    return "\(quoted(property.string)) \(quoted(raw.string))"
  }

  /// `a device with X, Y and Z`.
  private static func list(_ words: [String]) -> String {
    guard let last = words.last else { return "some device" }
    let others = words.dropLast().joined(separator: ", ")
    return "a device with " + (others.isEmpty ? last : "\(others) and \(last)")
  }
}
