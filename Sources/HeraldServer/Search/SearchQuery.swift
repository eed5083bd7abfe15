import GRDB
import Herald

/// A search query: a part of an installation's or a user's name, or `rule:`, `refused:`, `user:`, `source:` with a
/// value, or a property such as `deviceModel=iPhone16,1`. If it has several words, all of them must match.
struct SearchQuery {
  /// A condition in SQL: `?1` stands for the value, `?2` for the pseudonym of the user that the value may be, `?3` for the
  /// value without the marks of letters and `?4` for it in lower case.
  fileprivate struct Condition {
    let sql: String
    let value: String
    let pseudonym: String
  }

  private var conditions: [Condition] = []

  private static let longest = 4096
  private static let mostWords = 20

  /// Reads a query. An empty one means all installations.
  ///
  /// - Parameter users: makes the pseudonyms that the app's users are stored under; nil where they are stored as they are.
  /// - Throws: ``Problem`` for a text that is too long, has too many words or a character that nobody types.
  init(_ text: String, users: UserPseudonyms?) throws {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard text.utf8.count <= Self.longest, words.count <= Self.mostWords,
      !words.contains(where: { $0.unicodeScalars.contains { $0.properties.generalCategory == .control } })
    else {
      throw Problem(
        .badQuery, "The query cannot be searched for.", at: "query",
        why: "it has up to \(Self.mostWords) words of \(Self.longest) bytes together, and no control characters")
    }
    for word in words {
      let (sql, value) = Self.condition(String(word))
      let pseudonym = users?.pseudonym(of: ExactString(value)).string ?? value
      conditions.append(Condition(sql: sql, value: value, pseudonym: pseudonym))
    }
  }

  private static func condition(_ word: String) -> (sql: String, value: String) {
    let prefixes = [
      ("rule:", "source IN (SELECT source FROM shown WHERE rule = ?1)"), ("refused:", "refused = ?1"),
      ("user:", ofUser), ("source:", "source = ?1"),
    ]
    for (prefix, sql) in prefixes where word.hasPrefix(prefix) { return (sql, String(word.dropFirst(prefix.count))) }
    if let equals = word.firstIndex(of: "="), isName(word[..<equals]) {
      // SQLite's path of a member takes a name in quotes.
      return ("json_extract(properties, '$.\"\(word[..<equals])\"') = ?1", String(word[word.index(after: equals)...]))
    }
    // Of a word of marks alone no letter is left, and every name has nothing in it.
    let part = ExactString(word).inPlainLetters.isEmpty ? "instr(user, ?1) > 0" : "instr(herald_plain(user), ?3) > 0"
    let ofUsers = "source IN (SELECT source FROM users WHERE \(part) OR user = ?2)"
    return ("(instr(herald_lower(source), ?4) > 0 OR \(ofUsers))", word)
  }

  /// The installations on which somebody with exactly this name was ever signed in.
  private static let ofUser = "source IN (SELECT source FROM users WHERE user IN (?1, ?2))"

  /// True if a text can be a property's name in SQL. A word with other characters is searched for as it is.
  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy {
        (48...57).contains($0) || (65...90).contains($0) || (97...122).contains($0) || $0 == 95
      }
  }

  /// The number of installations on all pages.
  func count(on database: Database) throws -> Int {
    if conditions.count == 1, let word = conditions.first {
      let exact = try Int.fetchOne(
        database, sql: "SELECT count(*) FROM installations WHERE source = ?1 OR \(Self.ofUser)",
        arguments: [word.value, word.pseudonym])
      if let exact, exact > 0 { return exact }
    }
    let (sql, arguments) = matching
    return try Int.fetchOne(database, sql: "SELECT count(*) FROM installations WHERE true\(sql)", arguments: arguments)
      ?? 0
  }

  /// The conditions in SQL, each after `AND`, and their values.
  private var matching: (sql: String, arguments: StatementArguments) {
    var (sql, arguments) = ("", StatementArguments())
    for condition in conditions {
      let (text, values) = condition.numbered
      sql += " AND " + text
      arguments += StatementArguments(values)
    }
    return (sql, arguments)
  }

  /// The installations, by name. The first page has only exact matches of the name or user if there are any.
  func run(on database: Database, after: ExactString?, atMost limit: Int) throws -> [FoundInstallation] {
    var found: [FoundInstallation] = []
    if after == nil, conditions.count == 1, let word = conditions.first {
      found = try Row.fetchAll(
        database, sql: "SELECT * FROM installations WHERE source = ?1 OR \(Self.ofUser) LIMIT ?3",
        arguments: [word.value, word.pseudonym, limit]
      ).map { FoundInstallation($0) }
      // A name that is found exactly is nearly always what was meant, and needs no search through all.
      if !found.isEmpty { return found }
    }
    let (sql, values) = matching
    let arguments: StatementArguments = [after?.string ?? ""] + values + [limit]
    return try Row.fetchAll(
      database, sql: "SELECT * FROM installations WHERE source > ?\(sql) ORDER BY source LIMIT ?", arguments: arguments
    ).map { FoundInstallation($0) }
  }
}

extension SearchQuery.Condition {
  /// The condition with its values in the order in which it names them.
  fileprivate var numbered: (sql: String, values: [String]) {
    var (text, values) = ("", [String]())
    var rest = sql[...]
    while let mark = rest.firstIndex(of: "?") {
      text += rest[...mark]
      let number = rest.index(after: mark)
      values.append(self[rest[number...].first])
      rest = rest[number...].dropFirst()
    }
    return (text + rest, values)
  }

  /// The value behind a `?` and a digit.
  private subscript(digit: Character?) -> String {
    switch digit {
    case "2": pseudonym
    case "3": ExactString(value).inPlainLetters
    case "4": ExactString(value).inLowerCase
    default: value
    }
  }
}

/// The installations of an app that have been silent while others went on.
struct SilentInstallations: Sendable {
  /// The time of the newest event of the app, by the clock of its device; nil without events.
  let newest: Timestamp?
  /// Number of silent installations.
  let count: Int
  /// Some of the silent installations, the last to stop first.
  let installations: [FoundInstallation]
}
