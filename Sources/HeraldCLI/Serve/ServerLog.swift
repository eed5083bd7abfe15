import HeraldServer
import Logging

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
