import Herald
import HeraldLog
import Testing

@Suite("The shelf of documents")
struct DocumentShelfTests {
  private static let reading: PolicyReading = { .accepted(Policy(of: $0, rules: [])) }

  @Test("every successful fetch brings the replacement, read for the fetch's own addresses", arguments: [200, 304])
  func replacing(status: Int) throws {
    let other = Document(text: "other", format: "ssvc")
    let shelf = DocumentShelf(reading: Self.reading, replacement: other)
    for number in 1...2 {
      let (url, storeURL) = (ExactString("https://h/\(number)"), ExactString("https://store/\(number)"))
      let fetch = FetchSucceeded(
        trigger: .login, url: url, format: "herald", status: status, storeURL: storeURL, user: .signedIn("u"))
      let replaced = shelf.replacing(fetch)
      #expect(replaced.status == 200 && replaced.digest == other.digest && replaced.format == "ssvc")
      #expect(replaced.trigger == .login && replaced.url == url && replaced.user == fetch.user)
      guard case .accepted(let policy) = replaced.reading else { throw UnexpectedReading() }
      #expect(policy.url == url && policy.storeURL == storeURL && policy.format == "ssvc")
    }
  }

  @Test("without a replacement a fetch is what it was", arguments: [200, 304])
  func notReplacing(status: Int) {
    let fetch = FetchSucceeded(trigger: .launch, url: "u", format: "herald", status: status, digest: "d")
    let same = DocumentShelf(reading: Self.reading).replacing(fetch)
    #expect(same.status == status && same.format == "herald" && same.digest == "d" && same.reading == nil)
  }

  private struct UnexpectedReading: Error {}
}
