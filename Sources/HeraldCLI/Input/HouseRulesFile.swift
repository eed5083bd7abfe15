import ArgumentParser
import Herald
import HeraldLog

/// House rules in a file, as an app that embeds Herald configures them.
enum HouseRulesFile {
  /// Nil without a path.
  static func read(_ path: String?) throws -> HouseRules? {
    guard let path else { return nil }
    let source = try LogInput.file(path)
    let bytes = try source.all(atMost: Document.sizeLimit)
    if let text = String(validating: bytes, as: UTF8.self), let rules = HouseRules(json: text) { return rules }
    throw ValidationError(
      "The house rules in '\(path)' are not one JSON object. Write one such as {\"displayPeriodInHours\": 24}.")
  }
}
