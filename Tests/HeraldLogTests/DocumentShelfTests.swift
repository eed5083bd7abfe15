import Herald
import HeraldFormats
import Testing

@testable import HeraldLog

@Suite("The shelf of documents")
struct DocumentShelfTests {
  private static let reading: PolicyReading = { .accepted(Policy(of: $0, rules: [])) }

  @Test(
    "A document shelf gives every successful fetch the replacement, read for the fetch's own addresses",
    arguments: [200, 304])
  func everyFetchBringsTheReplacement(status: Int) throws {
    let other = Document(text: "other", format: "ssvc")
    let shelf = DocumentShelf(reading: Self.reading, replacement: other)
    for number in 1...2 {
      let (url, storeURL) = (ExactString("https://h/\(number)"), ExactString("https://store/\(number)"))
      let fetch = FetchSucceeded(
        trigger: .login, url: url, format: "herald", status: status, storeURL: storeURL, user: .signedIn("u"))
      let replaced = shelf.replacing(fetch)
      #expect(replaced.status == 200)
      #expect(replaced.digest == other.digest)
      #expect(replaced.format == "ssvc")
      #expect(replaced.trigger == .login)
      #expect(replaced.url == url)
      #expect(replaced.user == fetch.user)
      guard case .accepted(let policy) = replaced.reading else { throw UnexpectedReading() }
      #expect(policy.url == url)
      #expect(policy.storeURL == storeURL)
      #expect(policy.format == "ssvc")
    }
  }

  @Test("A document shelf without a replacement leaves fetches unchanged", arguments: [200, 304])
  func shelfWithoutAReplacementChangesNothing(status: Int) {
    let fetch = FetchSucceeded(trigger: .launch, url: "u", format: "herald", status: status, digest: "d")
    let same = DocumentShelf(reading: Self.reading).replacing(fetch)
    #expect(same.status == status)
    #expect(same.format == "herald")
    #expect(same.digest == "d")
    #expect(same.reading == nil)
  }

  @Test("A document that many addresses bring is read once, and each policy names its own address")
  func documentIsReadOnceForAllAddresses() throws {
    let read = Count()
    let document = Phone.policy
    let shelf = DocumentShelf(reading: {
      read.number += 1
      return Formats.read($0).reading
    })
    shelf.put(document, digest: Digest.of(document))
    for number in 0..<200 {
      let url = ExactString("https://example.com/p?device=\(number % 100)")
      let policy = try self.policy(of: fetch(document, "herald", from: url), on: shelf)
      let alone = try self.policy(of: fetch(document, "herald", from: url), on: self.shelf(with: document))
      #expect(policy.name == alone.name)
      #expect(policy.url == url)
      #expect(policy.rules.map(\.id) == alone.rules.map(\.id))
      #expect(policy.packageName == alone.packageName)
    }
    #expect(read.number == 1)
  }

  @Test("A page that leads to where it came from leads each fetch to its own address")
  func pageLeadsEachFetchToItsAddress() throws {
    let page = #"<script type="application/ld+json">{"@type":"SoftwareApplication","softwareVersion":"2.0"}</script>"#
    let shelf = shelf(with: page)
    for number in 0..<20 {
      let url = ExactString("https://apps.apple.com/\(number)")
      let policy = try self.policy(of: fetch(page, "storepage", from: url), on: shelf)
      #expect(policy.rules.map(\.destinations.elsewhere) == [url])
    }
  }

  private func fetch(_ document: String, _ format: ExactString, from url: ExactString) -> FetchSucceeded {
    FetchSucceeded(trigger: .launch, url: url, format: format, digest: Digest.of(document))
  }

  private func policy(of fetch: FetchSucceeded, on shelf: DocumentShelf) throws -> Policy {
    guard case .accepted(let policy) = try shelf.reading(of: fetch) else { throw UnexpectedReading() }
    return policy
  }

  private func shelf(with document: String) -> DocumentShelf {
    let shelf = DocumentShelf(reading: Formats.reading)
    shelf.put(document, digest: Digest.of(document))
    return shelf
  }

  /// Counts how often a document is read.
  private final class Count: @unchecked Sendable { var number = 0 }

  private struct UnexpectedReading: Error {}
}
