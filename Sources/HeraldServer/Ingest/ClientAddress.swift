import HTTPTypes
import Hummingbird

extension ServerParts {
  /// The address that a request came from: of the connection, or what a named proxy says.
  func address(of request: Request, _ context: ServerContext) -> String {
    let own = context.address ?? "unknown"
    let proxies = settings.trustedProxies.split(separator: ",").map { $0.trimming(" ") }
    guard proxies.contains(own), let list = request.headers.value(of: "x-forwarded-for") else { return own }
    // The last entry is the proxy's own word; those before it are the client's, who may write anything.
    return list.split(separator: ",").last.map { $0.trimming(" ") } ?? own
  }

  /// - Throws: ``Problem`` where a key or an address asks too often.
  func checkRate(_ request: Request, _ context: ServerContext, _ token: AccessToken) throws {
    try rates.count("key \(token.id)", atMost: settings.keyRequests)
    try rates.count("address \(address(of: request, context))", atMost: settings.addressRequests)
  }
}
