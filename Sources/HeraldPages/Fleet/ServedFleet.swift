import HeraldQuestions
/// What the page of a fleet has besides, where a server sends it.
package struct ServedFleet: Sendable {
  /// A list of installations.
  package struct List: Sendable {
    let title: String
    let about: String
    let rows: [(source: String, address: String, words: String)]
    /// How many are left out, in a sentence; empty for none.
    let rest: String

    package init(
      _ title: String, about: String, rows: [(source: String, address: String, words: String)], rest: String
    ) {
      (self.title, self.about, self.rows, self.rest) = (title, about, rows, rest)
    }

    var values: [String: Any] {
      [
        "title": title, "about": about,
        "rows": rows.map { row in
          [
            "source": row.source, "words": row.words, "page": row.address, "hasPage": true, "hasCommand": false,
          ] as [String: Any]
        },
        "isEmpty": rows.isEmpty, "rest": rest, "hasRest": !rest.isEmpty,
      ]
    }
  }

  /// The app that the installations are of.
  package let app: String
  /// The other pages.
  package let menu: ServedMenu
  /// Further lists of installations that are worth a look.
  package var lists: [List] = []
  /// How far the server is behind the phones, a sentence each.
  package var lag: [String] = []

  package init(of app: String, menu: ServedMenu) { (self.app, self.menu) = (app, menu) }
}
