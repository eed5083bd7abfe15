import Herald
import HeraldTestSupport
import HeraldWire

extension UploadReply {
  /// A random answer of the server.
  static func random(_ random: inout SplitMix64) -> UploadReply {
    let problem: ProblemDocument? = random.chance(40) ? .random(&random) : nil
    guard problem == nil || random.chance(70) else { return UploadReply(problem: problem, streams: nil) }
    let streams = (0..<random.int(0...3)).map { _ in Stream.random(&random) }
    let rejected = (0..<random.int(0...3)).map { _ in Rejected.random(&random) }
    return UploadReply(problem: problem, streams: streams, rejected: rejected)
  }
}

extension ProblemDocument {
  static func random(_ random: inout SplitMix64) -> ProblemDocument {
    ProblemDocument(
      type: random.pick([ProblemDocument.type(of: "gap"), "about:blank", "https://example.com/é"]),
      title: random.words(), status: random.pick([nil, 409, 503]), place: random.words(),
      finding: random.chance(80) ? .random(&random) : nil)
  }
}

extension UploadReply.Stream {
  fileprivate static func random(_ random: inout SplitMix64) -> Self {
    var stream = Self(source: random.text(), head: random.int(0...1_000_000), chain: random.words())
    (stream.stored, stream.duplicates, stream.waiting) = (random.int(0...9), random.int(0...9), random.int(0...9))
    stream.isRechained = random.chance(50)
    stream.token = random.words()
    return stream
  }
}

extension UploadReply.Rejected {
  fileprivate static func random(_ random: inout SplitMix64) -> Self {
    var line = Self(line: random.int(1...9999), .random(&random), .random(&random))
    line.column = random.int(1...999)
    line.source = random.optionalText()
    line.revision = random.pick([nil, 0, -1, .max])
    return line
  }
}

extension UploadReply.Reason {
  fileprivate static func random(_ random: inout SplitMix64) -> Self {
    let digests = UploadReply.Digests(stored: random.text().string, sent: random.text().string)
    return random.pick([
      .badLine(code: nil), .badLine(code: "badTime"), .gap(expected: nil), .gap(expected: 7), .forked(nil),
      .forked(digests), .forgotten, .notOwner,
    ])
  }
}

extension Finding {
  fileprivate static func random(_ random: inout SplitMix64) -> Finding {
    Finding(random.text().string, why: random.text().string, fix: random.text().string)
  }
}

extension SplitMix64 {
  /// A text with characters that JSON escapes, or nil.
  fileprivate mutating func words() -> String? {
    chance(50) ? text(of: ["a", "\"", "\\", "\n", "\u{1}", "é", "\u{1F600}", " "], count: 0...8) : nil
  }
}
