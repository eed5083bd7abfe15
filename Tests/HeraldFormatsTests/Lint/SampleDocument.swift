import Testing

/// Documents without findings, which cases change.
enum SampleDocument {
  /// A document in JSON.
  ///
  /// - Parameters:
  ///   - root: keys to add or replace, with values in JSON; nil removes a key.
  ///   - updates: rules in JSON.
  ///   - messages: rules in JSON.
  static func text(
    _ root: KeyValuePairs<String, String?> = [:], updates: [String] = [], messages: [String] = []
  ) -> String {
    let start: [(String, String)] = [
      ("packageName", "\"com.example.app\""), ("revision", "7"),
      ("updates", "[\(updates.joined(separator: ", "))]"), ("messages", "[\(messages.joined(separator: ", "))]"),
    ]
    return object(start, changed: root)
  }

  /// An optional update to 8.0.
  static func update(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    object(
      [
        ("id", "1"), ("targetVersion", "\"8.0\""), ("targetWebsiteUrl", "\"https://example.com/app\""),
        ("descriptions", #"{"*": {"message": "An update."}}"#),
      ], changed: changes)
  }

  /// An optional update with filters.
  static func update(filters: String) -> String { update(["filters": filters]) }

  /// A forced update to 8.0.
  static func force(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    String(update(changes).dropLast()) + #", "forceUpdate": true}"#
  }

  /// A message that is shown three times.
  static func message(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    object(
      [("id", "1"), ("maxDisplayCount", "3"), ("descriptions", #"{"*": {"message": "Hello."}}"#)], changed: changes)
  }

  private static func object(_ start: [(String, String)], changed changes: KeyValuePairs<String, String?>) -> String {
    var members = start.filter { member in !changes.contains { $0.key == member.0 } }
    members += changes.compactMap { key, value in value.map { (key, $0) } }
    return "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }
}

/// A document and its expected findings.
struct LintCase: Sendable, CustomTestStringConvertible {
  /// The code that the case is about.
  let code: String
  let text: String
  /// `code pointer`, in order, and nothing else.
  let expected: [String]

  init(_ code: String, _ expected: String..., in text: String) { self.init(code, inOrder: expected, in: text) }

  init(_ code: String, inOrder expected: [String], in text: String) {
    self.code = code
    self.text = text
    self.expected = expected
  }

  /// A document that differs little from one with the finding, and does not have it.
  static func near(_ code: String, _ text: String) -> LintCase { LintCase(code, in: text) }

  /// An optional update with a filter on one property, with one finding about it, or none.
  static func filter(_ code: String, _ property: String, _ text: String, isFound: Bool = true) -> LintCase {
    let document = SampleDocument.text(updates: [SampleDocument.update(filters: "{\"\(property)\": \"\(text)\"}")])
    return isFound
      ? LintCase(code, "\(code) /updates/0/filters/\(property)", in: document) : LintCase(code, in: document)
  }

  var testDescription: String { "\(code): \(text)" }
}
