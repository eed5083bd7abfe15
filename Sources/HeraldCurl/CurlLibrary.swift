import CCurl
import Foundation
import HeraldFetch

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

/// Options of `curl_easy_setopt` with the numbers of `curl/curl.h`.
package enum CurlOption: Int32, CaseIterable {
  case sslVersion = 32
  case post = 47
  case postFieldSize = 60
  case freshConnect = 74
  case forbidReuse = 75
  case httpVersion = 84
  case noSignal = 99
  case connectTimeoutMilliseconds = 156
  case protocols = 181
  case pathAsIs = 234
  case suppressConnectHeaders = 265
  case http09Allowed = 285
  case quickExit = 322
  case writeData = 10001
  case url = 10002
  case proxy = 10004
  case errorBuffer = 10010
  case httpHeader = 10023
  case headerData = 10029
  case caFile = 10065
  case caFolder = 10097
  case copyPostFields = 10165
  case protocolsText = 10318
  case writeFunction = 20011
  case headerFunction = 20079
  case caBytes = 40309
}

/// Values that `curl_easy_getinfo` returns, with the numbers of `curl/curl.h`.
enum CurlInfo: Int32 {
  case verifyResult = 0x20000D
  case connectCode = 0x200016
  case systemError = 0x200019
  case connectionCount = 0x20001A
  case preTransferTime = 0x300006
}

/// Results of a transfer that mean something to Herald (`CURLcode`).
enum CurlCode: Int32 {
  case done = 0
  case unsupportedProtocol = 1
  case malformedURL = 3
  case unresolvedProxy = 5
  case unresolvedHost = 6
  case cannotConnect = 7
  case weirdReply = 8
  case http2 = 16
  case partialFile = 18
  case writing = 23
  case outOfMemory = 27
  case timedOut = 28
  case handshake = 35
  case badArgument = 43
  case unknownOption = 48
  case peerCertificate = 51
  case nothingReceived = 52
  case sending = 55
  case receiving = 56
  case clientCertificate = 58
  case cipher = 59
  case untrusted = 60
  case transferEncoding = 61
  case authorityFile = 77
  case closingTLS = 80
  case issuer = 83
  case certificateStatus = 91
  case http2Stream = 92
  case proxy = 97
  case tooLarge = 100
}

/// Sets the authorities that libcurl trusts: the request's, the environment's, or its own.
///
/// Deinitialising it removes the file that an older libcurl, or one with GnuTLS, reads them from.
final class TrustedAuthorities {
  private var file: URL?

  init(_ certificates: [String], for easy: UnsafeMutableRawPointer) throws(TransportError) {
    guard !certificates.isEmpty else {
      Self.setEnvironment(for: easy)
      return
    }
    // The system's must not be trusted beside them.
    herald_curl_set_text(easy, CurlOption.caFile.rawValue, nil)
    herald_curl_set_text(easy, CurlOption.caFolder.rawValue, nil)
    let bytes = Array(certificates.joined(separator: "\n").utf8)
    // From libcurl 7.77 on, and not with each TLS library.
    let result = herald_curl_set_blob(easy, CurlOption.caBytes.rawValue, bytes, bytes.count)
    if result != CurlCode.done.rawValue { try setFile(Data(bytes), for: easy) }
  }

  deinit { if let file { try? FileManager.default.removeItem(at: file) } }

  private func setFile(_ bytes: Data, for easy: UnsafeMutableRawPointer) throws(TransportError) {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("herald-\(UUID().uuidString).pem")
    do {
      try bytes.write(to: file, options: .withoutOverwriting)
    } catch {
      throw .other("\(error)")
    }
    self.file = file
    herald_curl_set_text(easy, CurlOption.caFile.rawValue, file.path)
  }

  /// libcurl itself does not read the variables that OpenSSL's programs do.
  private static func setEnvironment(for easy: UnsafeMutableRawPointer) {
    let environment = ProcessInfo.processInfo.environment
    for (name, option) in [("SSL_CERT_FILE", CurlOption.caFile), ("SSL_CERT_DIR", .caFolder)] {
      if let value = environment[name], !value.isEmpty { herald_curl_set_text(easy, option.rawValue, value) }
    }
  }
}
