import Herald
import HeraldFormats
import HeraldLog
import HeraldQuestionsTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The few logs that cover what all do")
struct SampleQuestionTests {
  /// Groups of the corpus, each as one log, and random ones.
  private static let logs: [String] =
    ["session/", "update/", "deadline/", "attention/"].map(group)
    + (0..<6).map { RandomLog.make(seed: $0, policies: RandomLog.resting, phones: 8) }

  /// The logs of a group as one. Each installation is in one of them.
  private static func group(_ prefix: String) -> String {
    var seen: Set<Substring> = []
    return Corpus.logs.filter { log in
      guard log.name.hasPrefix(prefix), log.text.hasSuffix("\n") else { return false }
      let sources = Set(log.text.matches(of: /"source": ?"([^"]+)"/).map(\.output.1))
      defer { seen.formUnion(sources) }
      return seen.isDisjoint(with: sources)
    }.map(\.text).joined()
  }

  private static func sample(_ log: String, _ change: (inout SampleQuestion) -> Void = { _ in }) throws -> SampleAnswer
  {
    var question = SampleQuestion()
    change(&question)
    return try question.answer(in: CorpusLog.events(lines: log))
  }

  private static func fold(_ log: String) throws -> SampleFold {
    var fold = SampleFold()
    try CorpusLog.events(lines: log).fold(into: &fold)
    return fold
  }

  private static func noticed(_ policy: Policy, _ logs: [String]) throws -> Set<Int32> {
    let cover = EditCover(of: policy)
    return try logs.reduce(into: []) { noticed, log in
      var lived = LivedStreams()
      try CorpusLog.events(lines: log).replay(visitor: &lived)
      for stream in lived.lived where stream.policies.contains(where: { $0.digest == policy.digest }) {
        noticed.formUnion(cover.noticed(by: stream))
      }
    }
  }

  @Test("The sample has each feature that a log has, and notices each edit that a log notices", arguments: logs.indices)
  func coversAll(index: Int) throws {
    let log = Self.logs[index]
    let sample = try Self.sample(log)
    let whole = try Self.fold(log)
    var covered: Set<ProductionFeature> = []
    for kept in sample.logs {
      let fold = try Self.fold(kept.text)
      #expect(fold.members.count == 1)
      covered.formUnion(fold.features)
    }
    #expect(covered == Set(whole.features))
    #expect(sample.lost.isEmpty)
    guard let policy = whole.latestPolicy else { return }
    #expect(try Self.noticed(policy, sample.logs.map(\.text)) == Self.noticed(policy, [log]))
  }

  @Test("No log of a sample is redundant", arguments: logs.indices)
  func noneIsRedundant(index: Int) throws {
    let log = Self.logs[index]
    let (sample, whole) = (try Self.sample(log), try Self.fold(log))
    let folds = try sample.logs.map { Set(try Self.fold($0.text).features) }
    for left in sample.logs.indices {
      let rest = sample.logs.indices.filter { $0 != left }
      if rest.reduce(into: Set<ProductionFeature>(), { $0.formUnion(folds[$1]) }) != Set(whole.features) { continue }
      let policy = try #require(whole.latestPolicy)
      let texts = sample.logs.map(\.text)
      #expect(
        try Self.noticed(policy, rest.map { texts[$0] }) != Self.noticed(policy, texts),
        "\(sample.logs[left].name) is redundant")
    }
  }

  @Test("The same input gives the same bytes", arguments: logs.indices)
  func isStable(index: Int) throws {
    let (one, other) = (try Self.sample(Self.logs[index]), try Self.sample(Self.logs[index]))
    #expect(one.json == other.json)
    #expect(one.logs.map(\.text) == other.logs.map(\.text))
  }

  @Test("A minimized log keeps each feature of which it is the first, and no log gets longer", arguments: logs.indices)
  func minimizedKeepsFeatures(index: Int) throws {
    let log = Self.logs[index]
    let (whole, small) = (try Self.sample(log), try Self.sample(log) { $0.minimizes = true })
    #expect(whole.logs.map(\.first) == small.logs.map(\.first))
    for (before, after) in zip(whole.logs, small.logs) {
      #expect(after.events <= before.events)
      let features = Set(try Self.fold(after.text).features)
      #expect(Set(after.first).isSubset(of: features))
      #expect(features.isSubset(of: try Self.fold(before.text).features))
    }
    #expect(small.lost.isEmpty)
    #expect(small.events < whole.events)
  }

  private static func key() throws -> Pseudonyms {
    try #require(Pseudonyms(key: Array("a key of a test for a sample".utf8)))
  }

  @Test("A redacted sample names no installation, and is the same under the same key", arguments: logs.indices)
  func redactedNamesNobody(index: Int) throws {
    let log = Self.logs[index]
    let redaction = Redaction(pseudonyms: try Self.key())
    let text = try Self.sample(log) { $0.redaction = redaction }.logs.map(\.text).joined()
    for member in try Self.fold(log).members { #expect(!text.contains("\"\(member.source)\"")) }
    #expect(try Self.sample(log) { $0.redaction = redaction }.logs.map(\.text).joined() == text)
  }

  @Test("Redacting a sample of field logs changes no decision", arguments: 0..<4)
  func redactedDecidesTheSame(index: Int) throws {
    let redaction = Redaction(pseudonyms: try Self.key())
    let sample = try Self.sample(Self.logs[index]) { $0.redaction = redaction }
    #expect(sample.changed.isEmpty)
    #expect(sample.lost.isEmpty)
  }

  @Test("A group of the corpus has many installations, and few of them cover it")
  func isSmall() throws {
    let sample = try Self.sample(Self.group("update/"))
    #expect(sample.installations > 60)
    #expect(sample.logs.count < sample.installations)
    #expect(sample.logs.count > 5)
  }

  @Test("With a largest number the rest of the features is in no log, and is told", arguments: 1...2)
  func most(most: Int) throws {
    let sample = try Self.sample(Self.logs[1]) { $0.most = most }
    #expect(sample.logs.count == most)
    #expect(!sample.lost.isEmpty)
    #expect(sample.json.contains(#""coveredBy":[]"#))
    #expect(sample.words.contains("--most \(most) leaves them out"))
  }

  @Test("A log with a gap is kept as a part, and names its gap")
  func gaps() throws {
    let events = try CorpusLog.events("log/with-gaps", reading: ReadingOptions(isPartial: true))
    let sample = try SampleQuestion().answer(in: events)
    #expect(sample.rows.contains { $0.feature == .gap && !$0.coveredBy.isEmpty })
    #expect(sample.logs.contains { $0.isPartial && $0.about.contains(#""partial": true"#) })
  }

  @Test("What no installation has is named, and what one has is not")
  func uncovered() throws {
    let sample = try Self.sample(CorpusLog.text(CorpusLog.message))
    #expect(sample.uncovered.contains(.clockBack))
    #expect(Set(sample.uncovered).isDisjoint(with: sample.rows.map(\.feature)))
    #expect(sample.json.contains(#"{"uncovered":["clock","back"]}"#))
  }
}
