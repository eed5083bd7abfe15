import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldServer

struct NewTokenCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Makes a token and prints it, once.",
    discussion: """
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
    _ = try expires.map { try ExpiryText.read($0, from: now) }
  }

  private var now: Timestamp { Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)) }

  func run() throws {
    try Failure.telling {
      let folder = try ServerFolder(folder.data)
      let end = try expires.map { try ExpiryText.read($0, from: now) }
      let made = try folder.makeToken(
        name: name, roles: Set(role), app: app,
        expires: end.map { Date(timeIntervalSince1970: TimeInterval($0.milliseconds) / 1000) })
      if folder.isNew {
        StandardError.say(
          "note: `\(folder.path)` had no server, so a new one was made there. If another was meant, check the path.\n")
      }
      try output.isJSON ? StandardOutput.write(json(made)) : StandardOutput.say(words(made))
    }
  }

  private func words(_ made: (token: AccessToken, text: String)) -> String {
    "\(Style.output.bold(made.text))\nThis is shown once: keep it where nobody else reads it. "
      + "`herald token revoke \(made.token.id)` ends it.\n"
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
