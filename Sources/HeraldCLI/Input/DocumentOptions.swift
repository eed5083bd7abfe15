import ArgumentParser
import Herald

/// The options that say how documents are read, and what a fetch and the app bring beside them.
struct DocumentOptions: ParsableArguments {
  @OptionGroup var kind: PolicyFormatOption

  @Option(
    help: ArgumentHelp(
      "Where the documents are fetched from; the format storepage leads there.", valueName: "url"), completion: .free)
  var url: String?

  @Option(
    help: ArgumentHelp(
      "The store page that fetches name, for documents that lead nowhere by themselves.", valueName: "url"),
    completion: .free)
  var storeUrl: String?

  @OptionGroup var houseRules: HouseRulesOption

  /// - Throws: `ValidationError` where the house rules cannot be read.
  func reader() throws -> DocumentReader {
    DocumentReader(
      format: ExactString(kind.policyFormat), url: url.map { ExactString($0) },
      storeURL: storeUrl.map { ExactString($0) }, houseRules: try houseRules.read())
  }
}

/// Makes documents of policies, all read in one way.
struct DocumentReader {
  /// Reads documents of Herald's own format.
  static let own = DocumentReader(format: "herald", url: nil, storeURL: nil, houseRules: nil)

  private let format: ExactString
  private let url: ExactString?
  private let storeURL: ExactString?
  private let houseRules: HouseRules?

  fileprivate init(format: ExactString, url: ExactString?, storeURL: ExactString?, houseRules: HouseRules?) {
    (self.format, self.url, self.storeURL, self.houseRules) = (format, url, storeURL, houseRules)
  }

  func document(_ input: PolicyInput) -> Document {
    Document(text: input.text, format: format, url: url, storeURL: storeURL, houseRules: houseRules)
  }
}
