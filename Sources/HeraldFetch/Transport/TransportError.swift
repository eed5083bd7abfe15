/// The failure of a transport to get an answer.
///
/// The texts are continuations of a sentence: lower case at the beginning, no full stop at the end.
public enum TransportError: Error, Hashable, Sendable {
  /// The task was cancelled.
  case cancelled
  /// The transport cannot read the address.
  case unusableAddress
  /// The host's name has no address.
  case unresolvedHost
  /// No connection to the host or to its proxy was established.
  case unreachableHost(why: String)
  /// The limit for connecting was exceeded.
  case connectTimeout
  /// The limit for silence was exceeded.
  case idleTimeout
  /// The connection ended before the answer did.
  case interrupted
  /// The certificate is not valid for this host today, or from an authority that is not trusted.
  case untrustedCertificate(why: String)
  /// TLS failed before or after the certificate.
  case failedHandshake(why: String)
  /// None of the request's authorities can be read.
  case unusableAuthority
  /// The system's trusted authorities cannot be read.
  case missingAuthorities(why: String)
  /// The answer does not follow the rules of HTTP.
  case notHTTP(why: String)
  /// The answer's headers are too many or too long.
  case headTooLarge
  /// The body has more bytes than the limit, unpacked.
  case bodyTooLarge
  /// The body is not valid gzip, though its header says so.
  case brokenEncoding
  /// The library that the transport uses is not installed.
  case missingLibrary(why: String, fix: String)
  /// Anything else, in the library's words.
  case other(String)
}
