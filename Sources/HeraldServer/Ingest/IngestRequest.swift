import HTTPTypes
import HeraldWire
import Hummingbird
import Synchronization

extension UploadHeaders {
  /// - Throws: ``Problem`` for a header that cannot be read.
  init(_ headers: HTTPFields) throws {
    do throws(Fault) {
      try self.init { headers.value(of: $0.rawValue.lowercased()) }
    } catch {
      switch error {
      case .skipped:
        throw Problem(
          .badHeader, "`Herald-Skip` cannot be read.", at: "Herald-Skip",
          why: "it lists up to \(Self.mostSkipped) revisions from 1 on, with commas between them")
      case .sent:
        throw Problem(
          .badHeader, "`Herald-Sent` cannot be read.", at: "Herald-Sent",
          why: "it is a time with its zone, such as 2026-03-02T08:00:00.000+01:00 (RFC 3339)")
      }
    }
  }
}

extension HTTPFields {
  /// The value of a header that the library has no name for.
  ///
  /// - Parameter name: in lower case.
  func value(of name: String) -> String? { first { $0.name.canonicalName == name }?.value }
}

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

/// Bounds what the server holds in memory for its writers: a request that would pass the limit is turned away before its
/// body is read.
final class IngestGate: Sendable {
  private let held = Mutex(0)
  let limit: Int

  init(limit: Int) { self.limit = limit }

  /// The bytes of the requests that are read or wait.
  var bytes: Int { held.withLock { $0 } }

  /// Runs `body` while the memory of a request is accounted for.
  ///
  /// - Parameter size: of the body in bytes, as far as it is known.
  /// - Throws: ``Problem`` where the server holds too much already.
  func admit<Result>(_ size: Int, _ body: () async throws -> Result) async throws -> Result {
    let isAdmitted = held.withLock { held in
      guard held == 0 || held + size <= limit else { return false }
      held += size
      return true
    }
    guard isAdmitted else {
      throw Problem(
        .busyServer, "The server has as much to store as it may hold.", why: "its queue has \(bytes) of \(limit) bytes"
      ).retrying(after: .random(in: 1...10))
    }
    defer { held.withLock { $0 -= size } }
    return try await body()
  }
}
