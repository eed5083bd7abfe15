package import Herald

/// The header that names the stream of a request, so that a proxy sends all requests of a stream to one server.
///
/// It is there from the first request on, and reveals less than the body: a part of the SHA-256 of the stream's name,
/// which is drawn by chance.
package enum SourceHeader {
  package static let name = "Herald-Source"

  /// Half of the digest is enough to spread streams by.
  private static let length = 32

  /// The first 128 bits of the digest, in hexadecimal digits.
  package static func value(of source: ExactString) -> String {
    String(Digest.of(source.string).string.dropFirst("sha256:".count).prefix(length))
  }
}
