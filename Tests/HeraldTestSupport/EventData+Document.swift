package import Herald
import HeraldFormats

extension EventData {
  /// A fetch of a document, read as its format.
  package static func fetched(
    _ text: String, format: ExactString = "herald", trigger: FetchTrigger = .launch, storeURL: ExactString? = nil,
    user: UserChange = .unchanged, signature: ExactString? = nil,
    houseRules: HouseRules? = nil
  ) -> EventData {
    let url: ExactString = "https://example.com/policy"
    let document = Document(text: text, format: format, url: url, storeURL: storeURL, houseRules: houseRules)
    return .fetchSucceeded(
      FetchSucceeded(
        trigger: trigger, url: url, format: format, storeURL: storeURL, user: user, signature: signature,
        digest: document.digest,
        document: text, reading: Formats.read(document).reading))
  }
}
