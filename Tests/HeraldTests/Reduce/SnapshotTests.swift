import HeraldFormats
import HeraldTestSupport
import Testing

@testable import Herald

@Suite("A snapshot")
struct SnapshotTests {
  private static let lookup = #"{"results":[{"version":"2.0-rc.1","trackId":1}]}"#

  /// A state after documents of three formats.
  private func stream() -> Stream {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a", "appVersionName": "1.0"]))
    stream.append(.fetched(#"{"packageName":"a","revision":7}"#))
    stream.append(.fetched(#"{"versions":[{"version":" 3.0 "}]}"#, format: "table"))
    stream.append(.fetched(Self.lookup, format: "itunes"))
    return stream
  }

  private func read(_ snapshot: String, _ state: InstallationState) -> InstallationState? {
    InstallationState(snapshot: snapshot) { name in state.policy?.name == name ? state.policy : nil }
  }

  @Test("A snapshot gives back every field of a state, whatever happened", arguments: Seeds.all)
  func snapshotKeepsEveryField(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var state = InstallationState()
    for fact in Stream.random(&random, count: 80).facts {
      state.apply(fact)
      #expect(read(state.snapshot, state) == state)
    }
  }

  @Test("A snapshot that lacks a field of the state is ignored", arguments: ["user", "lastCheck", "counts", "order"])
  func ignoresASnapshotThatLacksAField(name: String) throws {
    let state = stream().state
    let quoted = "\"\(name)\":"
    try #require(state.snapshot.contains(quoted))
    #expect(read(state.snapshot.replacing(quoted, with: "\"other\":"), state) == nil)
  }

  @Test("A snapshot gives back the publish order, each part as it was written")
  func snapshotKeepsThePublishOrder() throws {
    let state = stream().state
    let again = try #require(read(state.snapshot, state))
    #expect(again == state)
    #expect(again.snapshot == state.snapshot)
    #expect(again.newest.map(\.family) == ["herald", "table", "itunes"])
    #expect(again.newest.map(\.mark) == state.newest.map(\.mark))
    #expect(again.newest[1].mark == .version(try #require(PublishedVersion(" 3.0 "))))
  }

  @Test("A snapshot finds its policy by the addresses of the fetch, too")
  func snapshotFindsItsPolicy() throws {
    let states = (["https://a.example.com/", "https://b.example.com/", nil] as [ExactString?]).map { store in
      var stream = Stream()
      stream.append(.launched([:]))
      stream.append(.fetched(#"{"SSVCLatestVersionNumber":0}"#, format: "ssvc", storeURL: store))
      return stream.state
    }
    for state in states {
      #expect(read(state.snapshot, state) == state)
      #expect(states.count { $0 == state } == 1)
      #expect(states.count { read(state.snapshot, $0) != nil } == 1)
    }
  }

  @Test("A state from a snapshot still refuses older documents")
  func snapshotRefusesRollbacks() throws {
    let stream = stream()
    var again = try #require(read(stream.state.snapshot, stream.state))
    let older = EventData.fetched(#"{"versions":[{"version":"2.9"}]}"#, format: "table")
    again.apply(Fact(revision: again.revision + 1, time: stream.now, data: older))
    #expect(again.refused?.reason == .rollback)
  }

  @Test(
    "A snapshot of an older shape is ignored",
    arguments: [#""snapshot":5"#, #""snapshot":7"#, #""snapshot":null"#, #""snapshot":"6""#])
  func olderSnapshotIsIgnored(version: String) throws {
    let state = stream().state
    let now = #""snapshot":6"#
    try #require(state.snapshot.contains(now))
    let other = state.snapshot.split(separator: now, maxSplits: 1).joined(separator: version)
    #expect(read(other, state) == nil)
  }
}
