import HeraldQuestions

/// A server's additions to the page of an installation.

package struct ServedDevice: Sendable {
  /// A link that leads elsewhere, such as to the redacted log.
  package struct Link: Sendable {
    /// The text of the link.
    package let words: String
    /// The address that the link leads to.
    package let address: String

    package init(_ words: String, to address: String) { (self.words, self.address) = (words, address) }
  }

  /// Trouble with the clock of the device, or on the way to the server.
  package struct Trouble: Sendable {
    /// A sentence about the trouble.
    package let words: String
    /// A link to the details; nil for none.
    package let link: Link?

    package init(_ words: String, at link: Link? = nil) { (self.words, self.link) = (words, link) }

    fileprivate var values: [String: Any] {
      ["words": words, "hasLink": link != nil, "link": link?.words ?? "", "address": link?.address ?? ""]
    }
  }

  /// The address of the answers about one moment, with `{revision}` in it, which no part of an address has.
  package let answers: String
  /// The other pages.
  package let menu: ServedMenu
  /// Further pages about the installation.
  package var links: [Link] = []
  /// The address that sets the installation beside another one, whose name is asked for; empty for none.
  package var compare = ""
  /// Problems with the clock of the device, and on the way to the server.
  package var troubles: [Trouble] = []

  /// What was refused of the installation, and what was lost by it.
  package var refused: [Trouble] = []

  package init(answers: String, menu: ServedMenu) { (self.answers, self.menu) = (answers, menu) }

  var values: [String: Any] {
    [
      "compare": compare, "hasCompare": !compare.isEmpty, "app": menu.app,
      "links": links.map { ["words": $0.words, "address": $0.address] },
      "troubles": troubles.map(\.values), "hasTroubles": !troubles.isEmpty, "refused": refused.map(\.values),
      "hasRefused": !refused.isEmpty,
    ]
  }
}
