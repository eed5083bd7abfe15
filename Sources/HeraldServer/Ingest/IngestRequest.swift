import HTTPTypes
import HeraldWire
import Hummingbird

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
  /// - Parameter sender: the address as text.
  /// - Throws: ``Problem`` where a key or an address asks too often.
  func checkRate(_ token: AccessToken, sender: String) throws {
    try rates.count("key \(token.id)", atMost: settings.keyRequests)
    try rates.count("address \(sender)", atMost: settings.addressRequests)
  }

  /// The address that a request came from; nil where the system names none.
  func sender(_ request: Request, _ context: ServerContext) -> SenderAddress? {
    proxies.sender(context.address, request.headers)
  }

  /// The address that a request came from as text, with a word for an unknown one.
  func senderName(_ request: Request, _ context: ServerContext) -> String {
    sender(request, context)?.description ?? "unknown"
  }
}
