import ArgumentParser
import Foundation
import Herald
import HeraldFetch
import HeraldRuntime

/// The server that logs are sent to, and who sends them.
struct UploadTarget: ParsableArguments {
  @Option(help: ArgumentHelp("The server's address.", valueName: "url"), completion: .free)
  var to: String

  @Option(
    help: ArgumentHelp("A token with the role import (default: $HERALD_TOKEN).", valueName: "token"), completion: .free)
  var token: String?

  @Option(
    help: ArgumentHelp(
      "The app whose events these are; needed where the token is for all apps and the server has several.",
      valueName: "package"), completion: .free)
  var app: String?

  @Flag(help: "Use plain HTTP with a host other than this machine: anybody in between can then read all of it.")
  var allowHttp = false

  /// The variable that may have the token.
  static let variable = "HERALD_TOKEN"

  /// - Throws: `ValidationError` without a token, and for an address that nothing is sent to.
  func server() throws -> EventServer {
    let given = token ?? ProcessInfo.processInfo.environment[Self.variable] ?? ""
    let token = given.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !token.isEmpty else {
      throw ValidationError(
        "There is no token. Add --token TOKEN, or set \(Self.variable); `herald token new --role import` makes one.")
    }
    var options = HTTPOptions()
    options.allowsPlainHTTP = allowHttp
    options.limits.total = .seconds(120)
    options.limits.idle = .seconds(30)
    let post = HTTPPost(address, over: Upload.platformTransport, options: options)
    if let finding = post.refusal?.diagnostic {
      let isPlain = finding.code == Diagnostic.Code(FetchCode.plainHTTP)
      throw ValidationError(
        "\(finding.what.shown) That is refused because \(finding.why.shown). To fix it, "
          + (isPlain ? "use https, or add --allow-http." : "\(finding.fix.shown)."))
    }
    return EventServer(post, token: token)
  }

  /// The address that takes events.
  private var address: String {
    let path = (to.hasSuffix("/") ? "" : "/") + "v1/events"
    let own = CharacterSet(charactersIn: "-._~").union(.alphanumerics)
    return to + path + (app?.addingPercentEncoding(withAllowedCharacters: own).map { "?app=\($0)" } ?? "")
  }
}
