import Herald
import HeraldQuestions
import HeraldServer

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
