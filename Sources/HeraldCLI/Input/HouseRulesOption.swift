import ArgumentParser
import Herald
import HeraldLog

/// The option that names a file of house rules, as an app that embeds Herald configures them.
struct HouseRulesOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "What the app configures for a store's rules: a file with an object such as {\"skippable\": true}.",
      valueName: "file"), completion: .json)
  var houseRules: String?

  /// The rules; nil without the option.
  ///
  /// - Throws: `ValidationError` for a file that is not one JSON object; what reading the file throws.
  func read() throws -> HouseRules? {
    guard let houseRules else { return nil }
    let source = try LogInput.file(houseRules)
    let bytes = try source.all(atMost: Document.sizeLimit)
    if let text = String(validating: bytes, as: UTF8.self), let rules = HouseRules(json: text) { return rules }
    throw ValidationError(
      "The house rules in '\(houseRules)' are not one JSON object. Write one such as {\"displayPeriodInHours\": 24}.")
  }
}
