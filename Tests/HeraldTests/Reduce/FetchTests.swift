import Herald
import HeraldTestSupport
import Testing

@Suite("Fetches")
struct FetchTests {
  private func document(_ revision: Int?, package: String = "a", id: Int = 1) -> String {
    let number = revision.map { #","revision":\#($0)"# } ?? ""
    return #"{"packageName":"\#(package)"\#(number),"messages":[{"id":\#(id),"descriptions":{"*":"text"}}]}"#
  }

  private func stream(_ events: EventData...) -> Stream {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a"]))
    for event in events {
      stream.now = stream.now.later(by: 1000)
      stream.append(event)
    }
    return stream
  }

  @Test("Fetch failures are counted until a fetch succeeds, with a document or without")
  func failuresAreCountedUntilASuccess() {
    let notModified = EventData.fetchSucceeded(
      FetchSucceeded(trigger: .launch, url: "u", format: "herald", status: 304, reading: .refused(.invalidJSON)))
    #expect(stream(.failed(), .failed()).state.failures == 2)
    #expect(stream(.failed(), notModified).state.failures == 0)
    #expect(stream(.failed(), .fetched("{")).state.failures == 0)
    #expect(stream(.fetched("{"), .failed(), notModified).state.refused?.reason == .invalidJSON)
    #expect(stream(.fetched(document(1)), notModified).state.refused == nil)
    let checked = stream(.failed(), notModified, .appBackgrounded)
    #expect(checked.state.lastCheck == checked.facts[2].time.moment)
    #expect(stream(.appBackgrounded).state.lastCheck == nil)
  }

  @Test("A fetch's user replaces the state's, null signs out, and no user changes nothing")
  func fetchMaySetTheUser() {
    #expect(stream(.fetched("{", user: .signedIn("1"))).state.user == "1")
    #expect(stream(.failed(user: .signedIn("1")), .failed()).state.user == "1")
    #expect(stream(.failed(user: .signedIn("1")), .fetched("{", user: .signedOut)).state.user == nil)
  }

  @Test("A refused document leaves the last policy in force, and its reason in the state")
  func refusedDocumentKeepsThePolicy() {
    let state = stream(.fetched(document(1)), .fetched("[")).state
    #expect(state.policy?.digest == Digest.of(document(1)))
    #expect(state.refused == DocumentRefusal(digest: Digest.of("["), reason: .invalidJSON))
    let mended = stream(.fetched("["), .fetched(document(1))).state
    #expect(mended.refused == nil)
    #expect(mended.policy?.digest == Digest.of(document(1)))
  }

  @Test(
    "A document older than the newest accepted one is a rollback, one of the same revision is not",
    arguments: [
      ([1, 2], nil), ([2, 1], .rollback), ([2, 2], nil), ([2, nil], .rollback), ([1, nil], .rollback), ([nil, 0], nil),
      ([nil, nil], nil), ([0, nil], nil),
      ([nil, -1], .rollback), ([-1, nil], nil), ([3, 1, 2], .rollback), ([3, 1, 3], nil), ([1, 3, 2], .rollback),
    ] as [([Int?], RefusalReason?)])
  func olderDocumentIsARollback(revisions: [Int?], reason: RefusalReason?) {
    var stream = Stream()
    stream.append(.launched(["appPackageName": "a"]))
    for (index, revision) in revisions.enumerated() {
      let format: ExactString = index % 2 == 0 ? "herald" : "turkcell"
      stream.append(.fetched(document(revision, id: index + 1), format: format))
    }
    #expect(stream.state.refused?.reason == reason)
  }

  @Test("Another app's document is refused, a rollback or not, and does not count as newest")
  func otherAppsDocumentIsRefused() {
    let state = stream(.fetched(document(5)), .fetched(document(1, package: "b"))).state
    #expect(state.refused?.reason == .otherPackage)
    #expect(state.policy?.revision == 5)
    #expect(stream(.fetched(document(9, package: "b")), .fetched(document(5))).state.policy?.revision == 5)
    #expect(stream(.fetched(document(1, package: " a "))).state.refused == nil)
    #expect(stream(.fetched(document(1, package: "A"))).state.refused?.reason == .otherPackage)
  }

  @Test("A document before the first launch is checked neither for its app nor for a rollback")
  func documentBeforeLaunchIsAccepted() {
    var stream = Stream()
    stream.append(.fetched(document(9, package: "b")))
    #expect(stream.state.policy?.packageName == "b")
    stream.append(.fetched(document(3)))
    #expect(stream.state.policy?.revision == 3)
    stream.append(.launched(["appPackageName": " a\n"]))
    stream.append(.fetched(document(1)))
    #expect(stream.state.policy?.revision == 1)
    #expect(stream.state.refused == nil)
  }

  @Test("An app without a package name accepts no policy")
  func appWithoutANameAcceptsNoPolicy() {
    var stream = Stream()
    stream.append(.launched([:]))
    stream.append(.fetched(document(1)))
    #expect(stream.state.refused?.reason == .otherPackage)
    #expect(stream.state.policy == nil)
  }
}
