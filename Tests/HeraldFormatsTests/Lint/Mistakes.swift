import Testing

/// A mistake that people make in a policy, with the words that help, and the policy after the help was followed.
///
/// Sources: forty-eight mistakes of a policy's author in the first hour (first-hour 8), and their siblings.
struct Mistake: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let text: String
  let mended: String
  /// The code of the finding, and its place: a JSON pointer, or `line N`.
  let code: String
  let place: String
  let fix: String

  /// A policy with one part replaced.
  ///
  /// - Parameter mended: parts of the policy to replace, and what follows the fix; none for the policy as it was.
  init(
    _ part: String, _ wrong: String, _ code: String, at place: String, _ fix: String,
    mended: KeyValuePairs<String, String> = [:]
  ) {
    testDescription = wrong
    text = Self.replacing(part, wrong, in: Self.policy)
    self.mended = mended.reduce(Self.policy) { Self.replacing($1.key, $1.value, in: $0) }
    self.code = code
    self.place = place
    self.fix = fix
  }

  /// A mistake in the first line after the root's revision.
  static func root(
    _ wrong: String, _ code: String = "unknownKey", at place: String, _ fix: String,
    mended: KeyValuePairs<String, String> = [:]
  ) -> Mistake { Mistake(revision, "\(revision) \(wrong),", code, at: place, fix, mended: mended) }

  /// A mistake beside the other keys of the optional update.
  static func rule(
    _ wrong: String, _ code: String = "unknownKey", at place: String, _ fix: String, mended: String? = nil
  ) -> Mistake {
    Mistake(
      skip, "\(skip) \(wrong),", code, at: "/updates/1\(place)", fix,
      mended: mended.map { [skip: "\(skip) \($0),"] } ?? [:])
  }

  /// A filter of the optional update.
  static func filter(_ wrong: String, _ code: String, at place: String, _ fix: String, mended: String) -> Mistake {
    Mistake(filters, "{\(wrong)}", code, at: "/updates/1/filters\(place)", fix, mended: [filters: "{\(mended)}"])
  }

  /// A language of the optional update's texts.
  static func language(_ wrong: String, _ fix: String, mended: String) -> Mistake {
    Mistake(
      "\"tr\":", "\"\(wrong)\":", "unknownLanguage", at: "/updates/1/descriptions/\(wrong)", fix,
      mended: ["\"tr\":": "\"\(mended)\":"])
  }

  static let revision = "\"revision\": 3,"
  static let skip = "\"skippable\": true,"
  static let filters = #"{"deviceOsName": "ios"}"#

  /// A policy without findings.
  static let policy = """
    {
      "packageName": "com.example.shop",
      "revision": 3,
      "updates": [
        {"id": "min", "forceUpdate": true, "targetVersion": "3.0", "targetWebsiteUrl": "https://example.com/app",
          "descriptions": {"*": {"message": "Please update."}}},
        {"id": "v35", "targetVersion": "3.5", "skippable": true, "displayPeriodInHours": 72, "rollout": 50,
          "filters": {"deviceOsName": "ios"},
          "targetWebsiteUrl": "https://example.com/app",
          "descriptions": {"*": {"title": "New", "message": "Version 3.5 is here."}, "tr": {"message": "3.5 geldi."}}}
      ]
    }
    """

  private static func replacing(_ part: String, _ other: String, in text: String) -> String {
    let pieces = text.split(separator: part, maxSplits: 1, omittingEmptySubsequences: false)
    return pieces.map(String.init).joined(separator: other)
  }
}
