import ArgumentParser
import Foundation
import Herald
import HeraldLog
import HeraldQuestions
import HeraldServer

struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Three logs and a policy to look at: five questions answered, and the commands to go on with.",
    discussion: """
      It writes policy.json, anna.jsonl, ben.jsonl and fleet.jsonl into a folder, and nothing elsewhere. Then it asks why \
      a prompt was shown, why another one was not, which phones refuse a policy, what these share, and whom the next \
      policy would lock out: each with its command line and what to look at.

      A demo that is there is answered from as it is: change its policy, and run it again. A folder with other files is \
      refused. No answer depends on the day, the zone or the language of this machine.

      --serve starts a server with these phones on this machine alone, in the folder server of the demo's. It prints its \
      address and a token to sign in with, another one at each start.

      As JSON: a line before each answer with its "story", "command" and "look" (null where its files were changed), then \
      the lines of that command, and at the end the commands to go on with as "goOn".

      Examples:
        herald demo
        herald demo shop --format json
        herald demo --serve
      """)

  @Argument(help: ArgumentHelp("The folder; made where there is none.", valueName: "folder"), completion: .directory)
  var folder = "herald-demo"

  @Flag(help: "Start a server with the demo's phones, and print its address and a token.")
  var serve = false

  @Option(
    help: ArgumentHelp(
      "With --serve, the host and the port to listen at (default: a free port of 127.0.0.1).", valueName: "address"),
    completion: .free)
  var listen: String?

  @OptionGroup var output: OutputOptions

  func validate() throws {
    if listen != nil, !serve { throw ValidationError("--listen says where a server listens. Add --serve.") }
  }

  func run() async throws {
    if serve { Pager.forbid() }
    let demo = DemoFolder(folder)
    try await Failure.telling {
      let origin = try demo.prepare()
      if serve {
        try await DemoServer(demo: demo, listen: listen ?? "127.0.0.1:0").run(output)
      } else {
        try DemoTour(folder: demo).run(origin, output)
      }
    }
  }
}

/// A server with the phones of the demo.
private struct DemoServer {
  let demo: DemoFolder
  let listen: String

  func run(_ output: OutputOptions) async throws {
    let data = demo.file("server")
    let folder = try ServerFolder(data)
    do { try fill("\(data)/apps/\(DemoFolder.app).sqlite") } catch let error as LedgerError
      where error.diagnostic.code == Diagnostic.Code(LedgerCode.busy)
    { throw demo.served }
    let settings = try ServerSettings(
      folder: data, environment: ProcessInfo.processInfo.environment, options: ["listen": listen])
    // Nobody notes that its tokens were shown, so each start makes others.
    let server = try Server(folder, app: DemoFolder.app, settings: settings, log: ServerLog.logger)
    let greeting = ServeGreeting(folder: data, first: server.first, apps: try folder.appNames())
    let isJSON = output.isJSON
    try await server.run { port in
      let address = "http://\(settings.host):\(port)"
      do {
        try StandardOutput.write(isJSON ? greeting.json(address) : words(address, greeting.first?.token, .output))
      } catch {
        ServerLog.logger.error("the address was not shown", metadata: ["why": "\(error)"])
      }
    }
  }

  /// Takes the logs into the app's ledger. Events that are there already stay as they are.
  private func fill(_ path: String) throws {
    let ledger = try Ledger(path: path)
    for log in DemoFolder.logs {
      _ = try ledger.importLog(try LogInput.file(demo.file(log)), report: Failure.tell)
    }
    try LedgerViews.bringUpToDate(ledger)
    try ledger.close()
  }

  private func words(_ address: String, _ token: String?, _ style: Style) -> String {
    """
    The demo's phones are at \(style.bold(address)); ctrl-C ends it.
      token    \(style.bold(token ?? ""))

    Open the address, sign in with the token, and search for anna, ben or david.

    """
  }
}
