import ArgumentParser
import Foundation
import Herald
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
