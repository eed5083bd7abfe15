import CCurl
import Foundation
import HeraldFetch

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
