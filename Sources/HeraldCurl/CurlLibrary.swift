import CCurl

/// The loaded libcurl.
struct CurlLibrary: Sendable {
  /// libcurl, loaded by the first use; nil where the system has none.
  static let shared: CurlLibrary? =
    herald_curl_load() ? CurlLibrary(version: String(cString: herald_curl_version())) : nil

  /// The versions of libcurl and of the libraries below it, such as `libcurl/7.88.1 OpenSSL/3.0.19 zlib/1.2.13`.
  let version: String

  /// True if `CURLINFO_SSL_VERIFYRESULT` distinguishes an untrusted certificate from one for another host. libcurl
  /// fills it for these TLS libraries only. A library in parentheses is built in and not in use.
  var tellsVerifyResult: Bool { uses(["OpenSSL/", "LibreSSL/", "BoringSSL", "AWS-LC/", "quictls/", "GnuTLS/"]) }

  /// True if an authority that one request trusts is trusted by all later ones, as with NSS before libcurl 8.3.
  var keepsAuthorities: Bool { uses(["NSS/"]) }

  private func uses(_ libraries: [String]) -> Bool {
    version.split(separator: " ").contains { part in libraries.contains { part.hasPrefix($0) } }
  }
}
