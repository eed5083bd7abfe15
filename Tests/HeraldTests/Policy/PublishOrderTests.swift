import Testing

@testable import Herald

@Suite("The order in which documents are published")
struct PublishOrderTests {
  private func order(_ mark: PublishOrder.Mark) -> PublishOrder { PublishOrder(family: "f", mark: mark) }

  @Test(
    "Published documents are ordered by revisions, or by versions",
    arguments: [(1, 2, true), (2, 2, false), (10, 9, false)])
  func publishOrderIsByRevisionOrVersion(left: Int, right: Int, isOlder: Bool) throws {
    #expect(order(.revision(left)).isOlder(than: order(.revision(right))) == isOlder)
    let versions = try [left, right].map { try #require(PublishedVersion("\($0).0")) }
    #expect(order(.version(versions[0])).isOlder(than: order(.version(versions[1]))) == isOlder)
    #expect(!order(.version(versions[0])).isOlder(than: order(.revision(99))))
    #expect(!order(.revision(0)).isOlder(than: order(.version(versions[1]))))
  }
}
