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

  @Flag(help: "Let retention remove more than its share of the events this once.")
  var yes = false

  @OptionGroup(title: "Settings") var settings: ServeOptions
  @OptionGroup var output: OutputOptions

  func run() async throws {
    Pager.forbid()
    try await Failure.telling {
      let environment = ProcessInfo.processInfo.environment
      let settings = try ServerSettings(folder: data, environment: environment, options: settings.given)
      if check { return try printSettings(settings) }
      let folder = try ServerFolder(data)
      let server = try Server(
        folder, app: app ?? "app", settings: settings, log: ServerLog.logger, isConfirmed: yes)
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

/// The settings of a server as options. A test compares them with ``Setting/all``.
struct ServeOptions: ParsableArguments {
  @Option(help: "The host and the port to listen at (default: 127.0.0.1:8320).", completion: .free)
  var listen: String?

  @Option(help: "The largest body of a request in bytes, unpacked.", completion: .free)
  var bodyBytes: String?

  @Option(help: "The most lines of a body.", completion: .free)
  var bodyLines: String?

  @Option(help: "The longest line in bytes.", completion: .free)
  var lineBytes: String?

  @Option(help: "The most installations of a body; an app key sends for one.", completion: .free)
  var bodyStreams: String?

  @Option(help: "How many bytes may be read or wait to be stored.", completion: .free)
  var queueBytes: String?

  @Option(help: "How long a request may wait to be stored, in seconds.", completion: .free)
  var queueSeconds: String?

  @Option(help: "How much space stays free on the disk, in bytes.", completion: .free)
  var freeBytes: String?

  @Option(help: "After how many seconds an idle connection is cut.", completion: .free)
  var idleSeconds: String?

  @Option(help: "How long requests may take to finish when the server stops, in seconds.", completion: .free)
  var drainSeconds: String?

  @Option(help: "The most connections at a time.", completion: .free)
  var connections: String?

  @Option(help: "The most requests with events in a minute with one key.", completion: .free)
  var keyRequests: String?

  @Option(help: "The most requests with events in a minute of one installation.", completion: .free)
  var streamRequests: String?

  @Option(help: "The most requests with events in a minute from one address.", completion: .free)
  var addressRequests: String?

  @Option(help: "The addresses of proxies whose X-Forwarded-For counts, with commas between.", completion: .free)
  var trustedProxies: String?

  @Option(
    help: "What a what-if must not say of a policy that is published, such as \"lockedOut > 0, newlyForced > 10%\".",
    completion: .free)
  var publishLimits: String?

  @Option(help: "The publisher's public keys, which sign each policy, with commas between.", completion: .free)
  var policyKeys: String?

  @Option(help: "How many of these keys have to sign a policy.", completion: .free)
  var policyThreshold: String?

  @Option(help: "Whether fetching a policy needs a token: true or false.", completion: .list(["true", "false"]))
  var policiesNeedToken: String?

  @Option(
    help: "The apps whose users are stored under pseudonyms: none, all, or names with commas between.",
    completion: .list(["none", "all"]))
  var pseudonymousUsers: String?

  @Option(
    help: "For how long events are kept, such as \"13 months\" (default: forever).", completion: .list(["forever"]))
  var retention: String?

  @Option(
    help: "What share of an app's events retention removes at once without --yes, in percent (default: 25).",
    completion: .free)
  var retentionShare: String?

  @Option(
    help: "How many bytes of refused lines are kept of an app; one key may fill a quarter (default: 64 MiB).",
    completion: .free)
  var rejectedBytes: String?

  @Option(
    help: "How many refused lines are kept of an app; one key may fill a quarter (default: 100000).",
    completion: .free)
  var rejectedLines: String?

  @Option(
    help: "How many refused lines of one key and one reason are kept (default: 1000).", completion: .free)
  var rejectedAlike: String?

  @Option(help: "In how many seconds the head of a request has to be whole (default: 10).", completion: .free)
  var headSeconds: String?

  @Option(
    help: "How many bytes of a body have to come in a second, over ten seconds (default: 1024).", completion: .free)
  var bodyRate: String?

  @Option(
    help: "Beyond how many bytes the write-ahead log of a ledger is emptied (default: 64 MiB).", completion: .free)
  var writeAheadBytes: String?

  @Option(help: "The most connections from one address at a time; 0 for a quarter of all.", completion: .free)
  var addressConnections: String?

  @Option(
    help: "The most installations that may begin in an hour from one address (default: 60000).", completion: .free)
  var newStreams: String?

  @Option(
    help: "The server's own host names, with commas between; a request to another one is refused.", completion: .free)
  var publicNames: String?

  @Option(
    help: "Whether the cookie of the pages is for TLS alone: auto where a trusted proxy says so, or always.",
    completion: .list(["auto", "always"]))
  var secureCookies: String?

  @Option(help: "The most wrong tokens in a minute from one address (default: 60).", completion: .free)
  var failedTokens: String?

  @Option(help: "The most listeners to /v1/live with one token (default: 100).", completion: .free)
  var liveListeners: String?

  func validate() throws {
    let given = given
    for setting in Setting.all {
      guard let text = given[setting.name], !setting.accepts(text) else { continue }
      throw ValidationError("'\(text.shown)' is not a value of \(setting.option): it is \(setting.wanted).")
    }
  }

  /// The options that were given, by the names of settings.
  var given: [String: String] {
    let all = [
      "listen": listen, "bodyBytes": bodyBytes, "bodyLines": bodyLines, "lineBytes": lineBytes,
      "bodyStreams": bodyStreams, "queueBytes": queueBytes, "queueSeconds": queueSeconds, "freeBytes": freeBytes,
      "idleSeconds": idleSeconds, "drainSeconds": drainSeconds, "connections": connections,
      "keyRequests": keyRequests, "streamRequests": streamRequests, "addressRequests": addressRequests,
      "trustedProxies": trustedProxies, "publishLimits": publishLimits, "policyKeys": policyKeys,
      "policyThreshold": policyThreshold, "policiesNeedToken": policiesNeedToken,
      "pseudonymousUsers": pseudonymousUsers, "retention": retention,
      "retentionShare": retentionShare, "rejectedBytes": rejectedBytes, "rejectedLines": rejectedLines,
      "rejectedAlike": rejectedAlike, "headSeconds": headSeconds, "bodyRate": bodyRate,
      "writeAheadBytes": writeAheadBytes, "addressConnections": addressConnections, "newStreams": newStreams,
      "publicNames": publicNames, "secureCookies": secureCookies, "failedTokens": failedTokens,
      "liveListeners": liveListeners,
    ]
    return all.compactMapValues(\.self)
  }
}

/// The message of a server when it begins to take requests.
struct ServeGreeting {
  let folder: String
  /// The tokens of a first start; nil for a later one.
  let first: FirstTokens?
  let apps: [String]

  func words(_ address: String, _ style: Style) -> String {
    var lines = ["Herald listens at \(style.bold(address)); ctrl-C ends it."]
    if let first {
      lines += [
        "", "For the app \(style.bold(first.app)), shown this once:",
        "  app key  \(style.bold(first.key))", "  token    \(style.bold(first.token))", "", "Go on with",
        "  herald run --policy policy.json --ledger phone.sqlite --upload \(address) --app-key \(first.key)",
        "  herald upload log.jsonl --to \(address) --token \(first.token)",
        "  open \(address)/, and sign in with the token",
      ]
    } else {
      lines.append("Apps: \(apps.isEmpty ? "none yet" : apps.joined(separator: ", ")).")
    }
    return lines.map { $0 + "\n" }.joined()
  }

  func json(_ address: String) -> String {
    var output = JSONWriter()
    output.line {
      $0.member("listening", address)
      $0.member("apps", apps) { $0.string($1) }
      if let first {
        $0.member("app", first.app)
        $0.member("appKey", first.key)
        $0.member("token", first.token)
      }
    }
    return output.string
  }
}

/// The log of a server: lines for people on a terminal, else lines of JSON.
enum ServerLog {
  static var logger: Logger {
    Logger(label: "herald") { label in
      var handler: any LogHandler =
        StandardError.isTerminal
        ? StreamLogHandler.standardError(label: label) : JSONLogHandler { StandardError.write($0) }
      handler.logLevel = .info
      return handler
    }
  }
}
