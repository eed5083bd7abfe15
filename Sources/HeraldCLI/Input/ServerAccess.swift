import ArgumentParser
import Foundation
import Herald
import HeraldFetch
import HeraldRuntime

/// The token for a server, and the app that is meant.
struct ServerAccess: ParsableArguments {
  @Option(help: ArgumentHelp("The server's token (default: $HERALD_TOKEN).", valueName: "token"), completion: .free)
  var token: String?

  @Option(
    help: ArgumentHelp(
      "The app whose events are meant; needed where the token is for all apps and the server has several.",
      valueName: "package"), completion: .free)
  var app: String?

  @Flag(help: "Use plain HTTP with a host other than this machine: anybody in between can then read all of it.")
  var allowHttp = false

  /// The variable that may have the token.
  static let variable = "HERALD_TOKEN"

  /// The token of the command line, or of the environment.
  ///
  /// - Parameter role: the role that it needs.
  /// - Throws: `ValidationError` without a token.
  func token(for role: String) throws -> String {
    let given = token ?? ProcessInfo.processInfo.environment[Self.variable] ?? ""
    let token = given.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else {
      throw ValidationError(
        "There is no token. Add --token TOKEN, or set \(Self.variable); `herald token new --role \(role)` makes one.")
    }
    return token
  }

  /// A path of a server, with the app and other parameters as its query.
  ///
  /// - Throws: `ValidationError` for an address that nothing is sent to.
  func endpoint(_ server: String, _ path: String, _ parameters: [String] = []) throws -> HTTPEndpoint {
    var options = HTTPOptions()
    options.allowsPlainHTTP = allowHttp
    options.limits.total = .seconds(120)
    options.limits.idle = .seconds(30)
    let own = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
    let query = (app?.addingPercentEncoding(withAllowedCharacters: own).map { ["app=\($0)"] } ?? []) + parameters
    let address =
      server + (server.hasSuffix("/") ? "" : "/") + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    let endpoint = HTTPEndpoint(address, over: Upload.platformTransport, options: options)
    guard let finding = endpoint.refusal?.diagnostic else { return endpoint }
    let isPlain = finding.code == Diagnostic.Code(FetchCode.plainHTTP)
    throw ValidationError(
      "\(finding.what.shown) That is refused because \(finding.why.shown). To fix it, "
        + (isPlain ? "use https, or add --allow-http." : "\(finding.fix.shown)."))
  }
}
