import Herald
import HeraldFormats
import HeraldLog

/// The log of one installation in a sample.
package struct SampledLog: Sendable {
  /// The name of its folder: the first digits of the digest of its installation.
  package let name: String
  /// The lines: one event a line.
  package let text: String
  /// The number of its events.
  package let events: Int
  /// True if it has gaps. A reader then takes it as a part of a log.
  package let isPartial: Bool
  /// The features that no log before it has.
  package internal(set) var first: [ProductionFeature] = []

  /// - Parameter source: the installation, as the lines name it.
  init(of source: ExactString, _ text: String, isPartial: Bool) {
    name = String(Digest.of(source.string).string.dropFirst("sha256:".utf8.count).prefix(12))
    self.text = text
    events = text.utf8.count { $0 == UInt8(ascii: "\n") }
    self.isPartial = isPartial
  }

  /// A file of a case beside the log, which says how it is read and what it is for.
  package var about: String {
    let shown = first.prefix(Self.mostShown).map(\.line).joined(separator: ", ")
    let more = first.count > Self.mostShown ? ", and \(first.count - Self.mostShown) more" : ""
    let situation =
      first.isEmpty
      ? "Kept, because it notices edits of the policy that no other log of the sample does."
      : "Kept as the first log of the sample with \(first.count.of("feature")): \(shown)\(more)."
    var members: [(name: String, node: JSONNode)] = [(name: "situation", node: .text(situation))]
    if isPartial { members.append((name: "partial", node: .bool(true))) }
    return JSONNode.object(members).indented() + "\n"
  }

  private static let mostShown = 8
}

/// The lines of one installation, before they become a log of a sample.
struct OwnLog {
  let source: ExactString
  let hasGap: Bool
  private(set) var text: String

  init(of source: ExactString, _ bytes: [UInt8], hasGap: Bool) {
    self.source = source
    self.hasGap = hasGap
    text = String(decoding: bytes, as: UTF8.self)
  }

  /// The lines as events.
  func events() throws -> LoggedEvents {
    let options = ReadingOptions(isPartial: hasGap)
    let open = { try ByteSource(name: source.string, bytes: Array(text.utf8)) }
    let reader = LogReader(log: try open(), shelf: DocumentShelf(reading: Formats.reading), options: options)
    return LoggedEvents(reader, named: LogName(source.string), reading: options, reopen: open)
  }

  /// Leaves out what some features do not need. A log with gaps stays whole: what decided may lie in them.
  ///
  /// - Parameter all: the features of the log; the smaller one has no others.
  mutating func minimize(keeping features: Set<ProductionFeature>, of all: Set<ProductionFeature>) throws {
    if hasGap { return }
    let incident = try events().withLog { reader, _ in
      try Incident(of: source, in: reader, reading: Formats.reading)
    }
    var reduction = IncidentReduction(incident, keeping: FeatureClaim(features: features, whole: all))
    guard reduction.holds() else { return }
    reduction.run()
    let before = text
    text = SmallLog(reduction.excerpt, of: incident).text
    // Read again, it might have other features only by a mistake of the reduction.
    let left = try self.features()
    if !features.isSubset(of: left) || !left.isSubset(of: all) { text = before }
  }

  /// The features of the lines.
  func features() throws -> Set<ProductionFeature> {
    var fold = SampleFold()
    try events().fold(into: &fold)
    return Set(fold.features)
  }

  /// The same log without personal data.
  ///
  /// - Returns: the log, and true if each decision and state is the same.
  func redacted(_ redaction: Redaction) throws -> (log: SampledLog, isFaithful: Bool) {
    let events = try self.events()
    var redaction = redaction
    // The properties that the policies read stay, because decisions depend on them.
    try events.withLog { reader, _ in
      try reader.eachPolicy { redaction.properties.kept += $0.comparedProperties }
    }
    var bytes: [UInt8] = []
    let findings = try RedactedEvents(try self.events(), redaction).write { bytes += $0 }
    let source = redaction.source(source)
    return (
      SampledLog(of: source, String(decoding: bytes, as: UTF8.self), isPartial: hasGap), findings.isFaithful
    )
  }

  var plain: SampledLog { SampledLog(of: source, text, isPartial: hasGap) }
}

extension Policy {
  /// The properties that filters of its rules compare.
  fileprivate var comparedProperties: [ExactString] {
    rules.flatMap { rule in
      (rule.filters + rule.pacing.segments.flatMap(\.segment.filters)).map(\.property)
    }
  }
}
