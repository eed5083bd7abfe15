import Herald
import HeraldLog

/// What came with requests that were stored together, besides events.
struct Arrivals {
  /// The time at which the last of them came.
  var time: Timestamp
  var rejected: RejectedGroup
  var refusals: [Refusal] = []
  var receipts: [Receipt] = []
  var firsts: [FirstArrival] = []

  var isEmpty: Bool { rejected.isEmpty && refusals.isEmpty && receipts.isEmpty && firsts.isEmpty }

  init(
    _ uploads: [ReceivedUpload], _ outcomes: [BatchOutcome], users: UserPseudonyms?, limits: IntakeLimits
  ) {
    time = uploads.last?.received ?? .now
    rejected = RejectedGroup(users: users, most: limits.alike)
    // The newest first, because too many alike are only counted.
    for (upload, outcome) in zip(uploads, outcomes).reversed() {
      for refused in outcome.refused.reversed() where refused.kind == .bad {
        rejected.add(refused, token: upload.origin.token, at: upload.received)
      }
    }
    for (upload, outcome) in zip(uploads, outcomes) {
      refusals += outcome.refused.compactMap { refused in
        guard let stream = outcome.streams.first(where: { $0.source == refused.source }) else { return nil }
        return Refusal(refused, left: stream.left, at: upload.received)
      }
      firsts += outcome.streams.filter(\.isNew).map {
        FirstArrival(source: $0.source, received: upload.received, origin: upload.origin)
      }
      guard let sent = upload.sent else { continue }
      receipts += outcome.streams.compactMap { stream in
        guard let revisions = stream.revisions, stream.source.string.utf8.count <= IntakeLimits.sourceBytes else {
          return nil
        }
        return Receipt(source: stream.source, received: upload.received, sent: sent, revisions: revisions)
      }
    }
  }
}

/// The refused lines of a transaction. Of lines that are alike, the newest are kept and the others are counted.
struct RejectedGroup {
  /// Lines that one key sent and that were refused for one reason.
  struct Kind: Hashable {
    let token, reason: String
  }

  private let users: UserPseudonyms?
  private let most: Int
  private var kept: [Kind: Int] = [:]
  /// The lines that are kept, the newest first.
  private var newest: [RejectedLine] = []
  private(set) var counted: [Kind: CountedLines] = [:]

  /// The lines that are kept, the oldest first.
  var lines: some Sequence<RejectedLine> { newest.reversed() }
  var isEmpty: Bool { newest.isEmpty && counted.isEmpty }

  init(users: UserPseudonyms?, most: Int) { (self.users, self.most) = (users, most) }

  /// Takes a line that is older than those before it.
  mutating func add(_ refused: BatchOutcome.Refused, token: String, at time: Timestamp) {
    let kind = Kind(token: token, reason: refused.finding.code.name)
    guard kept[kind, default: 0] >= most else {
      kept[kind, default: 0] += 1
      newest.append(line(refused, token, time))
      return
    }
    if counted[kind] == nil {
      counted[kind] = CountedLines(times: 1, first: time, last: time, digest: line(refused, token, time).digest)
    } else {
      counted[kind]?.times += 1
      counted[kind]?.first = time
    }
  }

  private func line(_ refused: BatchOutcome.Refused, _ token: String, _ time: Timestamp) -> RejectedLine {
    let line = RejectedLine(refused, token: token, at: time)
    return users.map(line.without) ?? line
  }
}
