public import HeraldFetch

/// Sends requests through the system's libcurl: the HTTP of Linux.
///
/// ```swift
/// let source = HTTPSource("https://updates.example.com/policy.json", over: .curl)
/// ```
///
/// The first request loads libcurl, so a program that fetches nothing does not pay for it. Any version from 7.28 will do, with
/// any TLS library; with NSS it takes no authorities of your own. Without a library each fetch fails with the code
/// `missingLibrary`.
///
/// - Proxies come from the environment: `https_proxy`, `http_proxy`, `all_proxy`, `no_proxy`. A request to the device itself
///   uses none.
/// - Trusted authorities are libcurl's own, or those in the file and the folder that `SSL_CERT_FILE` and `SSL_CERT_DIR`
///   name.
/// - HTTP/2 is used where the server offers it with TLS and libcurl has it.
/// - Each request has a thread of its own until it ends.
public struct CurlTransport: HTTPTransport {
  /// Makes a transport; libcurl is loaded by the first request.
  public init() {}

  /// Sends the request. It ends promptly where the task is cancelled.
  public func exchange(_ request: TransportRequest) async throws(TransportError) -> TransportAnswer {
    try await CurlTask(request).answer().get()
  }
}

extension HTTPTransport where Self == CurlTransport {
  /// The system's libcurl.
  public static var curl: CurlTransport { CurlTransport() }
}
