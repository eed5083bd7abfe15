import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldServer

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
