import Herald
import HeraldLog
import HeraldTestSupport
import Testing

@testable import HeraldQuestions

@Suite("The policies that a fleet holds, and its fetches that fail")
struct FleetHoldingTests {
  /// What one installation fetches: a document's text, or the reason of a failure; at minutes from 08:00.
  private enum Fetch: Sendable {
    case document(String)
    case failure(ExactString)
  }

  private static let seventh = #"{"packageName":"a","revision":7,"updates":[]}"#
  private static let other = #"{"packageName":"a","updates":[]}"#

  private static let fleet: [[Fetch]] = [
    [.document(seventh)], [.document(other), .document(seventh)], [.document(other), .failure("offline")],
    [.document(seventh), .failure("tls"), .failure("tls"), .failure("offline")],
    [.failure("http"), .document(seventh)], [.failure("http")], [],
  ]

  private static func play(_ fetches: [Fetch], _ source: ExactString, into holding: inout FleetHolding) throws {
    var state = InstallationState()
    for (index, fetch) in fetches.enumerated() {
      let data: EventData =
        switch fetch {
        case .document(let text): .fetched(text)
        case .failure(let reason): .fetchFailed(FetchFailed(trigger: .launch, url: "https://e.com", reason: reason))
        }
      let fact = Fact(revision: index + 1, time: try time("2026-03-02T08:0\(index):00Z"), data: data)
      state.apply(fact)
      holding.record(fact, of: source, in: state)
    }
    holding.ended(source, in: state)
  }

  @Test("Policies and failures are counted at the ends, alike in one part and in several", arguments: [1, 2, 7])
  func counted(parts: Int) throws {
    var all = FleetHolding()
    for part in 0..<parts {
      var own = FleetHolding()
      for (index, fetches) in Self.fleet.enumerated() where index % parts == part {
        try Self.play(fetches, ExactString("/i/\(index)"), into: &own)
      }
      all.add(own)
    }
    #expect(all.policies.map(\.installations) == [4, 2, 1])
    #expect(all.policies.map(\.held.revision) == [7, nil, nil])
    #expect(all.policies.map { $0.held.digest == nil } == [false, true, false])
    #expect(all.failures.map(\.reason) == ["offline", "http"])
    #expect(all.failures.map(\.failing.installations) == [2, 1])
    let since = all.failures.map { $0.failing.since.map { "\($0)" } }
    #expect(since == ["2026-03-02T08:01:00.000Z", "2026-03-02T08:00:00.000Z"])
    #expect(all.sentences.count == 2)
    #expect(all.sentences[0].hasPrefix("In force at the end: policy revision 7 ("))
    #expect(
      all.sentences[1].hasPrefix("The last fetch failed, by reason: offline on 2, since 2026-03-02T08:01:00.000Z; "))
  }

  @Test("Nothing is said of a fleet without installations")
  func nothing() {
    #expect(FleetHolding().sentences.isEmpty)
    var writer = JSONWriter()
    writer.object { FleetHolding().write(into: &$0) }
    #expect(writer.string == #"{"policies":[],"failing":[]}"#)
  }
}
