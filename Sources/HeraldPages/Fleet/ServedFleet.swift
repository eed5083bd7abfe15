import HeraldQuestions

/// A server's additions to the page of a fleet.

package struct ServedFleet: Sendable {
  /// A list of installations.
  package struct List: Sendable {
    let title: String
    let about: String
    let rows: [(source: String, address: String, words: String)]
    /// A sentence with the number of installations that are left out; empty for none.
    let rest: String
    /// The address of the page with all of them; nil for none.
    let find: String?
    /// The address of the page that says what all of them share; nil for none.
    let share: String?

    package init(
      _ title: String, about: String, rows: [(source: String, address: String, words: String)], rest: String,
      find: String? = nil, share: String? = nil
    ) {
      (self.title, self.about, self.rows, self.rest) = (title, about, rows, rest)
      (self.find, self.share) = (find, share)
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
        "find": find ?? "", "hasFind": find != nil, "findTitle": title, "share": share ?? "", "hasShare": share != nil,
      ]
    }
  }

  /// The app that the installations are of.
  package let app: String
  /// The other pages.
  package let menu: ServedMenu
  /// Further lists of installations that are worth a look.
  package var lists: [List] = []
  /// Makes the address of the search by a condition, asked at any time or at the end; nil for a page without one.
  package var find: (@Sendable (_ condition: String, _ isEver: Bool) -> String)?
  /// Makes the address of the page that says what the installations of a condition share; nil for a page without one.
  package var share: (@Sendable (_ condition: String, _ isEver: Bool) -> String)?
  /// Sentences on how far the server is behind the phones.
  package var lag: [String] = []

  package init(of app: String, menu: ServedMenu) { (self.app, self.menu) = (app, menu) }
}
