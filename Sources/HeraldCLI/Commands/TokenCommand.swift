import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldServer

struct TokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "token",
    abstract: "Makes, lists and revokes the tokens of a server.",
    discussion: """
      A token says who may do what: append (an app key, which may be published inside an app), import, read, publish, \
      forget, metrics. Only a digest of it is stored. A running server takes new ones at once, and knows within a second \
      that one was revoked.

      Examples:
        herald token new --data server --role read --name "Support desk"
        herald token new --data server --role append --name "Shop 4" --app shop
        herald token list --data server
        herald token revoke --data server 1f9c0a77
      """,
    subcommands: [NewTokenCommand.self, ListTokensCommand.self, RevokeTokenCommand.self])
}

/// The folder whose tokens are meant.
struct ServerFolderOption: ParsableArguments {
  @Option(help: ArgumentHelp("The folder of the server.", valueName: "folder"), completion: .directory)
  var data: String
}

/// Reads the role of a token.
enum RoleText {
  static let known = Role.allCases.map(\.rawValue).joined(separator: ", ")

  static func read(_ text: String) throws -> Role {
    guard let role = Role(rawValue: text) else {
      throw ValidationError("There is no role '\(text.shown)'. It is one of: \(known).")
    }
    return role
  }
}

struct ListTokensCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Lists the tokens: who may do what, and until when. Never the tokens themselves.",
    discussion: """
      Example:
        herald token list --data server
      """)

  @OptionGroup var folder: ServerFolderOption
  @OptionGroup var output: OutputOptions

  func run() throws {
    try Failure.telling {
      let tokens = try ServerFolder(existing: folder.data).tokens.all()
      guard !output.isJSON else {
        var json = JSONWriter()
        for token in tokens { json.line { token.write(into: &$0) } }
        return try StandardOutput.write(json.string)
      }
      let now = Date()
      let lines = tokens.map { token in
        let roles = Role.allCases.filter(token.roles.contains).map(\.rawValue).joined(separator: " ")
        return "\(token.id)  \(token.name.shown.padded(to: 20)) \((token.app ?? "all apps").padded(to: 20)) \(roles)"
          + Style.output.dim("  \(token.validity(at: now))")
      }
      try StandardOutput.say(lines.isEmpty ? "There are no tokens.\n" : lines.map { $0 + "\n" }.joined())
    }
  }
}

struct RevokeTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "revoke",
    abstract: "Ends the validity of a token.",
    discussion: """
      Example:
        herald token revoke --data server 1f9c0a77
      """)

  @OptionGroup var folder: ServerFolderOption

  @Argument(help: ArgumentHelp("The token's id, as `herald token list` shows it.", valueName: "id"), completion: .free)
  var id: String

  func run() throws {
    try Failure.telling {
      try ServerFolder(existing: folder.data).revokeToken(id)
      try StandardOutput.say("The token \(id.shown) is revoked.\n")
    }
  }
}

extension AccessToken {
  fileprivate func validity(at now: Date) -> String {
    if let revoked { return "revoked \(Self.text(of: revoked))" }
    guard let expires else { return "made \(Self.text(of: made))" }
    return expires > now ? "until \(Self.text(of: expires))" : "expired \(Self.text(of: expires))"
  }

  private static func text(of date: Date) -> String {
    String("\(Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000)))".prefix(10))
  }

  /// Appends all that is known of the token; never its secret.
  func write(into output: inout JSONWriter) {
    output.member("id", id)
    output.member("name", name)
    output.member("roles", Role.allCases.filter(roles.contains)) { $0.string($1.rawValue) }
    output.member("app", app)
    for (name, date) in [("made", made), ("expires", expires), ("revoked", revoked)] as [(String, Date?)] {
      output.member(named: ExactString(name)) {
        if let date {
          $0.string("\(Timestamp(milliseconds: Int64(date.timeIntervalSince1970 * 1000)))")
        } else {
          $0.null()
        }
      }
    }
  }
}

struct NewTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Makes a token and prints it, once.",
    discussion: """
      The folder has to be there. In an empty one a new server begins, with a note; a folder with something else in it \
      is refused.

      Example:
        herald token new --data server --role read --name Desk --expires 90d
      """)

  @OptionGroup var folder: ServerFolderOption

  @Option(
    help: ArgumentHelp(
      "What it may do; once for each role: \(RoleText.known).", valueName: "role"),
    completion: .list(Role.allCases.map(\.rawValue)), transform: RoleText.read)
  var role: [Role]

  @Option(help: ArgumentHelp("What people call it.", valueName: "name"), completion: .free)
  var name: String

  @Option(
    help: ArgumentHelp("The app that it is for; default: all. An app key needs one.", valueName: "package"),
    completion: .free)
  var app: String?

  @Option(
    help: ArgumentHelp("Until when it is valid: a time, or a number of days such as 90d.", valueName: "time"),
    completion: .free)
  var expires: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if role == [.append], app == nil {
      throw ValidationError("An app key is for one app. Name it with --app PACKAGE.")
    }
    _ = try end
  }

  /// The end of its validity, which lies ahead; nil for none.
  private var end: Timestamp? {
    get throws {
      try expires.map { text in
        let end = try ExpiryText.read(text, from: now)
        guard end > now else {
          throw ValidationError(
            "'\(text.shown)' is over, so the token would never be valid. Write a time ahead, or a number of days "
              + "such as 90d.")
        }
        return end
      }
    }
  }

  private var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

  func run() throws {
    try Failure.telling {
      let folder = try ServerFolder(makingServerIn: folder.data)
      let end = try end
      let made = try folder.makeToken(
        name: name, roles: Set(role), app: app,
        expires: end.map { Date(timeIntervalSince1970: TimeInterval($0.milliseconds) / 1000) })
      if folder.isNew {
        StandardError.say(
          "note: `\(folder.path)` had no server, so a new one was made there. If another was meant, check the path. "
            + "Its first start prints no other tokens, because it has this one.\n")
      }
      try output.isJSON ? StandardOutput.write(json(made)) : StandardOutput.say(words(made))
    }
  }

  private func words(_ made: (token: AccessToken, text: String)) -> String {
    "\(Style.output.bold(made.text))\nThis is shown once: keep it where nobody else reads it. "
      + "`herald token revoke --data \(folder.data.shellQuoted) \(made.token.id)` ends it.\n"
  }

  private func json(_ made: (token: AccessToken, text: String)) -> String {
    var output = JSONWriter()
    output.line {
      $0.member("token", made.text)
      made.token.write(into: &$0)
    }
    return output.string
  }
}
