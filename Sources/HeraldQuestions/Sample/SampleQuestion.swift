import Herald
import HeraldFormats
import HeraldLog

/// A question about many logs: which few of them cover what all installations do (`herald sample`)?
///
/// ```swift
/// let events = try LoggedEvents(path: "fleet.sqlite")
/// let sample = try SampleQuestion().answer(in: events)
/// print(sample.words)
/// ```
///
/// The logs together have each feature that any log has, and notice each edit of the latest policy that any log notices.
public struct SampleQuestion: LogQuestion, Sendable {
  /// The largest number of logs, at least 1; nil for as many as are needed.
  public var most: Int?
  /// The redaction of each log; nil to keep names of persons.
  public var redaction: Redaction?
  /// True to keep of each log the features that no log before it has, and what they need.
  public var minimizes = false
  /// The number of threads that may work on a ledger.
  public var jobs = 1

  /// Asks for as many logs as are needed.
  public init() {}

  /// Reads the events three times: for their features, for the edits that they notice, and for the lines that are kept.
  ///
  /// - Throws: ``LogRefused`` for a log without events; what reading it throws.
  public func answer(in events: LoggedEvents) throws -> SampleAnswer {
    var events = try events.unread().needingEvents()
    try events.check()
    var fold = SampleFold()
    try events.fold(into: &fold, inAnyOrder: true, jobs: jobs)
    try events.tellForgotten()
    events = try events.again()
    let all = Installations(fold)
    var chosen = all.cover(most: most)
    var edits = 0
    if let policy = fold.latestPolicy {
      let cover = EditCover(of: policy)
      var lived = LivedStreams()
      if !cover.isEmpty {
        try events.only(all.sources(bringing: policy.digest)).replay(inAnyOrder: true, visitor: &lived)
        events = try events.again()
      }
      (chosen, edits) = all.adding(cover, lived.lived, to: chosen, most: most)
    }
    let logs = try own(chosen.map { all.members[$0] }, in: events)
    return SampleAnswer(all, try kept(logs, all), edits: edits, known: known(fold.latestPolicy), sample: self)
  }

  private func known(_ policy: Policy?) -> [ProductionFeature] {
    ProductionFeature.known + (policy.map(ProductionFeature.known) ?? [])
  }

  /// The lines of the chosen installations, each a log of its own.
  private func own(_ chosen: [SampleFold.Member], in events: LoggedEvents) throws -> [OwnLog] {
    var lines: [ExactString: (own: OwnLines, bytes: [UInt8])] = [:]
    for member in chosen { lines[member.source] = (OwnLines(), []) }
    try events.withLog { reader, step in
      while try reader.nextLines({ line in
        guard line.stream != nil, var found = lines.removeValue(forKey: line.event.source) else { return }
        found.bytes += try found.own.line(line, in: reader)
        lines[line.event.source] = found
      }) { step() }
    }
    return chosen.map { OwnLog(of: $0.source, lines[$0.source]?.bytes ?? [], hasGap: $0.hasGap) }
  }

  /// The logs as they are written, each with the features that it has then.
  private func kept(_ logs: [OwnLog], _ all: Installations) throws -> [SampleAnswer.Kept] {
    var open = Set(all.features)
    return try logs.map { log in
      var log = log
      let whole = all.features(of: log.source)
      let first = open.intersection(whole)
      open.subtract(first)
      if minimizes, !first.isEmpty { try log.minimize(keeping: first, of: whole) }
      let features = minimizes ? try log.features() : whole
      var (written, isFaithful) = (log.plain, true)
      if let redaction { (written, isFaithful) = try log.redacted(redaction) }
      written.first = first.sorted()
      return SampleAnswer.Kept(log: written, features: features, isFaithful: isFaithful)
    }
  }
}

/// The installations of a log, by their names, with their features.
struct Installations {
  let members: [SampleFold.Member]
  let features: [ProductionFeature]

  init(_ fold: SampleFold) {
    members = fold.members.sorted { $0.source < $1.source }
    features = fold.features
  }

  /// The features of an installation.
  func features(of source: ExactString) -> Set<ProductionFeature> {
    guard let member = members.first(where: { $0.source == source }) else { return [] }
    return Set(member.features.map { features[Int($0)] })
  }

  /// The number of installations with each feature.
  var counts: [ProductionFeature: Int] {
    var counts: [Int32: Int] = [:]
    for member in members { for feature in member.features { counts[feature, default: 0] += 1 } }
    return Dictionary(uniqueKeysWithValues: counts.map { (features[Int($0)], $1) })
  }

  /// The places of few installations that have every feature. An installation whose beginning was forgotten makes no log.
  func cover(most: Int?) -> [Int] {
    let cover = SetCover(candidates(adding: [:]), most: most)
    return cover.withoutRedundant(cover.greedy())
  }

  /// The installations that brought a document into force.
  func sources(bringing digest: ExactString) -> Set<ExactString> {
    Set(members.filter { $0.isWhole && $0.policies.contains(digest) }.map(\.source))
  }

  /// The chosen installations with those that notice further edits, without any that became redundant.
  ///
  /// - Returns: their places, and the number of edits that they notice.
  func adding(
    _ cover: EditCover, _ lived: [LivedStream], to chosen: [Int], most: Int?
  ) -> (chosen: [Int], edits: Int) {
    let taken = Set(chosen.map { members[$0].source })
    let costs = Dictionary(uniqueKeysWithValues: members.map { ($0.source, $0.events) })
    let others = lived.filter { !taken.contains($0.source) }.sorted {
      (costs[$0.source] ?? 0, $0.source) < (costs[$1.source] ?? 0, $1.source)
    }
    var (added, noticed) = cover.adding(to: lived.filter { taken.contains($0.source) }, from: others)
    if let most { added = Array(added.prefix(max(0, most - chosen.count))) }
    let places = added.compactMap { source in members.firstIndex { $0.source == source } }
    let left = SetCover(candidates(adding: noticed)).withoutRedundant(chosen + places)
    return (left, Set(left.flatMap { noticed[members[$0].source] ?? [] }).count)
  }

  /// The installations as sets of features, and of edits behind them.
  private func candidates(adding edits: [ExactString: Set<Int32>]) -> [SetCover.Candidate] {
    let offset = Int32(features.count)
    return members.map { member in
      let edits = edits[member.source].map { $0.map { $0 + offset } } ?? []
      return SetCover.Candidate(
        elements: member.isWhole ? member.features.union(edits) : [], cost: member.events)
    }
  }
}
