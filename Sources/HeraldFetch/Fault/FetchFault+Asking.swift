import Herald

extension FetchFault {
  /// The limit that was exceeded.
  enum Wait { case connect, idle, total }

  static func invalidURL(why: String) -> Self {
    Self(
      .invalidUrl, .invalidUrl, "Nothing was asked: the address cannot be used.", why: why,
      fix: "write it as `https://host/path`, a name with other letters in its form `xn--…`")
  }

  static let plainHTTP = Self(
    .insecure, .plainHTTP, "Nothing was asked: the address is plain HTTP.",
    why: "anybody on the way could read and change the policy",
    fix: "publish it with HTTPS, or allow plain HTTP for this source")

  static let plainHTTPPost = Self(
    .insecure, .plainHTTP, "Nothing was sent: the address is plain HTTP.",
    why: "anybody on the way could read the events and the token",
    fix: "send to an address with HTTPS, or allow plain HTTP for this server")

  static let unusableAuthority = Self(
    .tls, .unusableAuthority, "Nothing was asked: a trusted authority cannot be read.",
    why: "it is not a certificate in PEM", fix: "give the text from `BEGIN CERTIFICATE` to `END CERTIFICATE`")

  static func missingAuthorities(why: String) -> Self {
    Self(
      .tls, .missingAuthorities, "Nothing was asked: the system's trusted authorities cannot be read.", why: why,
      fix: "install them (`apt-get install ca-certificates`), or name their file in `SSL_CERT_FILE`")
  }

  static func missingLibrary(why: String, fix: String) -> Self {
    Self(
      .missingLibrary, .missingLibrary, "Nothing was asked: the HTTP library is missing.", why: why, fix: fix)
  }

  static func unusableHeader(_ name: String) -> Self {
    Self(
      .http, .unusableHeader, "Nothing was asked: the header `\(name)` cannot be sent.",
      why: "its name has other characters than RFC 9110 allows, or its value a control character",
      fix: "correct the header")
  }

  static func unresolved(host: String) -> Self {
    Self(
      .offline, .unresolvedHost, "The host `\(host)` was not found.",
      why: "there is no network, or the name does not exist", fix: "check the network and the name")
  }

  static func unreachable(_ host: String, port: Int, why: String) -> Self {
    Self(
      .offline, .unreachableHost, "The host `\(host)` cannot be connected to at port \(port).", why: why,
      fix: "check the network, the port, and that the server runs")
  }

  static func untrusted(why: String) -> Self {
    Self(
      .tls, .untrustedCertificate, "The server's certificate was refused.", why: why,
      fix: "serve a certificate for this host, from an authority that the device trusts")
  }

  static func handshake(why: String) -> Self {
    Self(
      .tls, .failedHandshake, "No encrypted connection came about.", why: why,
      fix: "check that this port speaks TLS 1.2 or later")
  }

  static func timedOut(_ wait: Wait, _ limit: Duration) -> Self {
    let (seconds, attoseconds) = limit.components
    let words = LengthOfTime.words(seconds * 1000 + attoseconds / 1_000_000_000_000_000)
    let (code, what, why): (FetchCode, String, String) =
      switch wait {
      case .connect: (.connectTimeout, "No connection came about in time.", "the limit for connecting is \(words)")
      case .idle: (.idleTimeout, "The server fell silent.", "nothing arrived for \(words)")
      case .total: (.totalTimeout, "The fetch took too long.", "the limit for a whole fetch is \(words)")
      }
    return Self(.timeout, code, what, why: why, fix: "check the network and the server, or allow more time")
  }

  static let cancelled = Self(
    .cancelled, .cancelled, "The fetch was cancelled.", why: "the caller no longer waits",
    fix: "ask again when the answer is wanted")
}
