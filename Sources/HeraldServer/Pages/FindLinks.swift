import Herald
import HeraldQuestions

/// Links from a page's figures and findings to the installations that they are of.
enum FindLinks {
  /// The installations of an audit's findings.
  static let audit = [
    (words: "Shown, and not as decided", condition: "audit.unjustified > 0"),
    (words: "Decided, and not shown", condition: "audit.missed > 0"),
    (words: "A document was refused last", condition: "refused"),
    (words: "Pushes were ignored", condition: "counts.ignoredPushes > 0"),
    (words: "Buttons of a prompt that was not on the screen", condition: "counts.strayButtons > 0"),
    (words: "The clock was set back", condition: "counts.clockSteps > 0"),
    (words: "Revisions are missing", condition: "gaps > 0"),
  ]
  /// The installations of refused lines, of forks and of gaps.
  static let refused = [
    (words: "Lines were refused", condition: "refusedLines > 0"),
    (words: "Two phones go by one name", condition: "forked > 0"),
    (words: "Revisions are missing", condition: "gaps > 0"),
  ]

  /// The values of links for a page's template.
  static func values(_ links: [(words: String, condition: String)], app: App) -> [String: Any] {
    [
      "finds": links.map { link in
        [
          "words": link.words, "condition": link.condition, "address": FindPage.address(of: link.condition, app: app),
          "shared": GroupsPage.address(of: link.condition, app: app, isEver: false),
        ]
      }
    ]
  }

  /// The most installations that a condition names one by one: more make an address that is too long.
  private static let mostNamed = 60

  /// The links from a whole list of installations to the search that finds them, and to what they share. A list of one,
  /// or of very many, has none.
  static func values(naming sources: [ExactString], app: App) -> [String: Any] {
    guard (2...mostNamed).contains(sources.count) else { return ["hasNamed": false, "named": "", "shared": ""] }
    let condition = sources.map { "source == \($0.quoted)" }.joined(separator: " or ")
    return [
      "hasNamed": true, "named": FindPage.address(of: condition, app: app),
      "shared": GroupsPage.address(of: condition, app: app, isEver: false),
    ]
  }
}
