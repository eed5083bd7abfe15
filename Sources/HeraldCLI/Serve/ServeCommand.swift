import ArgumentParser
import Foundation
import Herald
import HeraldQuestions
import HeraldServer
import Logging

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "A server: phones send their events, and a page says why each saw what it saw.",
    discussion: """
      It makes what the folder lacks: apps/NAME.sqlite, a ledger for each app, and server.sqlite, the tokens. The first \
      start prints an app key, which phones send with, and a token for everything else. They are shown once.

      Every setting is a member of serve.json in the folder, an environment variable and an option; the later one wins. \
      --check prints what is in force.

      It listens to this machine alone until --listen says otherwise, and speaks plain HTTP: put a proxy with TLS before \
      it. SIGTERM ends it after it has stored what was sent.

      Examples:
        herald serve --data server --app com.example.shop
        herald serve --data server --check
      """)

  @Option(
    help: ArgumentHelp("The folder of the server; made where there is none.", valueName: "folder"),
    completion: .directory)
  var data: String

  @Option(
    help: ArgumentHelp("The app that the first app key is for (default: app).", valueName: "package"), completion: .free
  )
  var app: String?

  @Flag(help: "Print the settings that are in force, and end.")
  var check = false

  @OptionGroup(title: "Settings") var settings: ServeOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    Pager.forbid()
    try await Failure.telling {
      let environment = ProcessInfo.processInfo.environment
      let settings = try ServerSettings(folder: data, environment: environment, options: settings.given)
      if check { return try printSettings(settings) }
      let folder = try ServerFolder(data)
      let server = try Server(folder, app: app ?? "app", settings: settings, log: ServerLog.logger)
      let greeting = ServeGreeting(folder: data, first: server.first, apps: try folder.appNames())
      let isJSON = output.isJSON
      try await server.run { port in
        let address = "http://\(settings.host):\(port)"
        do {
          try StandardOutput.write(isJSON ? greeting.json(address) : greeting.words(address, .output))
          if greeting.first != nil { try folder.noteShown() }
        } catch {
          ServerLog.logger.error(
            "the first tokens were not shown; the next start makes others", metadata: ["why": "\(error)"])
        }
      }
    }
  }

  private func printSettings(_ settings: ServerSettings) throws {
    var json = JSONWriter()
    if output.isJSON {
      json.line { output in
        for setting in Setting.all {
          output.member(named: ExactString(setting.name)) { $0.string(setting.text(settings)) }
        }
      }
      return try StandardOutput.write(json.string)
    }
    let lines = Setting.all.map { setting in
      let value = setting.text(settings).padded(to: 16)
      return "\(setting.name.padded(to: 14)) \(Style.output.bold(value)) \(setting.meaning) "
        + Style.output.dim("\(setting.option) \(setting.variable)")
    }
    try StandardOutput.say(lines.map { $0 + "\n" }.joined())
  }
}
