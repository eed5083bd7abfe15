import HeraldQuestions

/// The links between the pages of a server, which stand at the top of each.
package struct ServedMenu: Sendable {
  private let links: [(name: String, address: String, isHere: Bool)]

  /// - Parameters:
  ///   - query: the text after each address, such as the app.
  ///   - here: the address of the page that the menu is on; empty for a page that is not in it.
  package init(_ links: [(name: String, address: String)], query: String, here: String) {
    self.links = links.map { ($0.name, $0.address + query, $0.address == here) }
  }

  /// The values for a template.
  package var values: [[String: Any]] {
    links.map { ["name": $0.name, "address": $0.address, "isHere": $0.isHere] }
  }
}
