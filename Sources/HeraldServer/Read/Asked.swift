import HeraldWire
import Foundation
import Herald
import HeraldQuestions
import HeraldLog
import Hummingbird

extension ServerParts {
  /// The app and the installation that a request with the role `read` is about. That somebody looked is on record.
  ///
  /// - Throws: ``Problem`` without the role, or for an unknown installation.
  func asked(
    _ request: Request, _ context: ServerContext, _ what: String
  ) async throws -> (app: App, source: ExactString) {
    let token = try context.requiring(.read)
    let app = try apps.app(for: token, named: request.query("app"))
    let source = try await installation(context.part("source"), of: app, context)
    try await note(what, of: app, context, source: source)
    return (app, source)
  }

  /// The installation that a text of a request names: its name, else a user's, else a part of its name, in any case.
  ///
  /// A problem may name other installations and users, which is data too: it goes to tokens that may read alone, and
  /// that they were given it is on record first.
  ///
  /// - Parameter other: an installation that is known already.
  /// - Throws: ``Problem`` where there is none of this name, or several.
  func installation(
    _ text: String?, of app: App, _ context: ServerContext, besides other: ExactString? = nil
  ) async throws -> ExactString {
    let source = ExactString(text ?? "")
    switch try await app.installation(named: source, besides: other) {
    case .one(let found): return found
    case .none(let problem): throw problem
    case .several(let count, let problem):
      guard context.token?.allows(.read) == true else { throw app.unknown(source) }
      try await note("search", of: app, context, count: count)
      throw problem
    }
  }
}

/// What a text means among the installations of an app.
enum NamedInstallation {
  case one(ExactString)
  /// No installation is meant, and the problem names none.
  case none(Problem)
  /// Several installations may be meant. The problem names as many as the number says.
  case several(Int, Problem)
}

extension App {
  /// The ledger's name in answers: its place in the server's folder.
  var ledgerName: String { "apps/\(name).sqlite" }

  /// The events of the ledger, for a question.
  func events(_ reader: LedgerReader) -> LoggedEvents { LoggedEvents(reader, named: LogName(ledgerName)) }

  /// The most installations that a problem lists.
  private static let mostNamed = 8

  /// The installation that a text names, for ``ServerParts/installation(_:of:_:besides:)``, which says who may know.
  func installation(named source: ExactString, besides other: ExactString?) async throws -> NamedInstallation {
    guard !source.isEmpty else {
      return .none(
        Problem(
          .unknownInstallation, "No installation was named.", why: "the answer is about one of the app `\(name)`",
          fix: "write its name, a user of it, or a part of its name"))
    }
    if let other, other == source { return .one(source) }
    if try await readers.read(.short, { try $0.head(of: source) }) != nil { return .one(source) }
    // Its name may be a part of another one, whose page would be taken for its own.
    if try await readers.read(.short, { try $0.hasForgotten(source) }) {
      return .none(
        Problem(
          .unknownInstallation, "The app `\(name)` has no installation `\(source)`.", why: "it was forgotten",
          fix: "search for another: `/v1/installations?query=…`"))
    }
    let meant = try await search.meant(
      by: source, pseudonym: users?.pseudonym(of: source), atMost: Self.mostNamed + 1)
    if let only = meant.first, meant.count == 1 { return .one(only) }
    if meant.count > 1 {
      let some = meant.prefix(Self.mostNamed)
      let names = some.map { "`\($0)`" }.joined(separator: ", ")
      return .several(
        some.count,
        Problem(
          .unknownInstallation, "`\(source)` names several installations of the app `\(name)`.",
          why: "it is a user of several, or a part of several names",
          fix: "name one of them: \(names)\(meant.count > some.count ? " and more" : "")"))
    }
    let near = try await search.users(near: source, atMost: Self.mostNamed)
    if near.isEmpty { return .none(unknown(source)) }
    let users = near.map { "the user `\($0.user)` of `\($0.source)`" }.joined(separator: ", ")
    return .several(
      Set(near.map(\.source)).count, unknown(source, fix: "did you mean \(users)? Otherwise "))
  }

  /// The problem of an installation that is not here.
  ///
  /// - Parameter fix: what may have been meant; empty for nothing.
  func unknown(_ source: ExactString, fix: String = "") -> Problem {
    Problem(
      .unknownInstallation, "The app `\(name)` has no installation `\(source)`.", why: "no event of it came",
      fix: "\(fix)search for it: `/v1/installations?query=…`")
  }
}

extension Request {
  /// The numbers that a revision can be: exact in every program that reads JSON (RFC 8259, section 6).
  static let revisions = 1...(1 << 53)

  /// A value of the query; nil where it is missing or empty.
  func query(_ name: Substring) -> String? {
    uri.queryParameters[name].flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// A number of the query.
  ///
  /// - Throws: ``Problem`` for another text, or a number out of range.
  func number(_ name: Substring, in range: ClosedRange<Int>) throws -> Int? {
    guard let text = query(name) else { return nil }
    guard let number = OutsideNumber.read(text, in: range) else {
      throw Problem(
        .badQuery, "`\(text)` is not a value of `\(name)`.", at: String(name),
        why: "it is a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// A condition of the query; nil where it is missing or empty.
  ///
  /// - Throws: ``Problem`` for a text that is not a condition, with its place.
  func condition(_ name: Substring) throws -> WrittenCondition? {
    // A condition has spaces, which forms and many programs write as `+`.
    try typed(name).map { WrittenCondition(try Condition(query: $0, String(name)), written: $0) }
  }

  /// True where the query says `true`; false where it says `false`, or nothing.
  ///
  /// - Throws: ``Problem`` for another text.
  func flag(_ name: Substring) throws -> Bool {
    switch query(name) {
    case "true": return true
    case nil, "false": return false
    case let text?:
      throw Problem(
        .badQuery, "`\(text)` is not a value of `\(name)`.", at: String(name), why: "it is `true` or `false`")
    }
  }

  /// True where a form's box is checked, which sends `yes`, or the query says `true`.
  ///
  /// - Throws: ``Problem`` for another text.
  func isChecked(_ name: Substring) throws -> Bool { try query(name) == "yes" || flag(name) }

  /// A time of the query; nil where it is missing or empty.
  ///
  /// - Throws: ``Problem`` for another text.
  func time(_ name: Substring) throws -> Timestamp? {
    guard let text = query(name) else { return nil }
    if let time = DeviceTime(rfc3339: text) { return time.moment }
    throw Problem(
      .badQuery, "`\(text)` is not a value of `\(name)`.", at: String(name),
      why: "it is a time with its zone such as 2026-03-02T08:00:00Z")
  }

  /// A revision or a time of the query, at which a replay ends.
  ///
  /// - Throws: ``Problem`` for another text.
  func limit(_ name: Substring) throws -> ReplayLimit? {
    guard let text = query(name) else { return nil }
    if let revision = OutsideNumber.read(text, in: Self.revisions) { return .revision(revision) }
    if let time = DeviceTime(rfc3339: text) { return .time(time.moment) }
    throw Problem(
      .badQuery, "`\(text)` is not a value of `\(name)`.", at: String(name),
      why: "it is a revision from 1 on, or a time with its zone such as 2026-03-02T08:00:00Z")
  }
}

extension Response {
  /// An answer of JSON Lines.
  static func lines(_ bytes: [UInt8]) -> Response {
    var response = Response.json(bytes)
    response.headers[.contentType] = "application/jsonl"
    return response
  }
}

extension ServerContext {
  /// A part of the path without its escapes; nil where its bytes are not UTF-8.
  func part(_ name: String) -> String? { parameters.get(name)?.removingPercentEncoding }

  /// The revision of the path; nil for `last`.
  ///
  /// - Throws: ``Problem`` for another text.
  func revision() throws -> Int? {
    let text = part("revision") ?? ""
    if text == "last" { return nil }
    guard let revision = OutsideNumber.read(text, in: Request.revisions) else {
      throw Problem(
        .badQuery, "`\(text)` is not a revision.", at: "path", why: "it is a number from 1 on, or `last`")
    }
    return revision
  }
}

extension Request {
  /// - Throws: ``Problem`` for a parameter that the path does not take: who sends it expects it to do something.
  func requireQuery(of names: Set<String>, repeating: Set<String> = []) throws {
    var seen: Set<Substring> = []
    for (name, _) in uri.queryParameters where !seen.insert(name).inserted && !repeating.contains(String(name)) {
      throw Problem(
        .badQuery, "The parameter `\(name)` is there twice.", at: String(name), why: "only one of them could be heeded",
        fix: "send a request for each")
    }
    for name in seen where !names.contains(String(name)) {
      let known = names.sorted().map { "`\($0)`" }.joined(separator: ", ")
      throw Problem(
        .badQuery, "There is no parameter `\(name)` here.", at: String(name),
        why: names.isEmpty ? "the path takes none" : "the parameters are \(known)", fix: "leave it out")
    }
  }
}
