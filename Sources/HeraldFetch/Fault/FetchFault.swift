import Herald
import SystemPackage

/// One way in which a fetch fails, with the event's reason and the texts for a person.
///
/// Each fault is a static member in a file beside this one: asking, answers, bodies, files. `FetchFault+Transport.swift`
/// maps the errors of transports to them.
struct FetchFault: Error, Hashable, Sendable {
  /// The reason in the event.
  let reason: FetchCode
  /// The HTTP status of the answer, where one came.
  var status: Int?
  var retryAfter: RetryAfter?
  /// The code of the diagnostic: stable, and more specific than the reason.
  let code: FetchCode
  let finding: Finding

  init(_ reason: FetchCode, status: Int? = nil, _ code: FetchCode, _ what: String, why: String, fix: String) {
    self.reason = reason
    self.status = status
    self.code = code
    finding = Finding(what, why: why, fix: fix)
  }

  /// The failure of a fetch from an address, which must not contain credentials.
  func failure(at url: String) -> FetchFailure {
    let diagnostic = Diagnostic(code, .error, finding, file: url.isEmpty ? nil : url)
    return FetchFailure(reason: reason.name, status: status, retryAfter: retryAfter, diagnostic: diagnostic)
  }
}

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

  static let plainHTTPWithToken = Self(
    .insecure, .plainHTTP, "Nothing was sent: the address is plain HTTP.",
    why: "anybody on the way could read the events and the token",
    fix: "use an address with HTTPS, or allow plain HTTP for this server")

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

extension FetchFault {
  static let interrupted = Self(
    .interrupted, .interrupted, "The connection ended before the answer did.",
    why: "the server or the network closed it early", fix: "ask again; if it stays so, check the server")

  static func notHTTP(why: String) -> Self {
    Self(.http, .notHTTP, "What the server answers is not HTTP.", why: why, fix: "check the port and the server")
  }

  static let headTooLarge = Self(
    .http, .headTooLarge, "The answer's headers are too many or too long.",
    why: "no document needs headers of this size", fix: "check the server")

  static func status(_ status: Int, retryAfter: RetryAfter? = nil) -> Self {
    let fix =
      switch status {
      case 401, 403: "check the credentials, and who may read the document"
      case 404, 410: "check the address, and that the document is published"
      case 429, 500...: "ask again later"
      default: "check the address and the server"
      }
    var fault = Self(
      .http, status: status, .httpStatus, "The server answers with status \(status).",
      why: "a document comes with status 200 only", fix: fix)
    fault.retryAfter = retryAfter
    return fault
  }

  static let unaskedNotModified = Self(
    .http, status: 304, .unaskedNotModified, "The server says that the document is not modified.",
    why: "it was not told which one is known, so it cannot know (status 304 without a condition)",
    fix: "check the server, and the cache before it")

  static func redirectNowhere(_ status: Int, location: String?) -> Self {
    Self(
      .http, status: status, .unusableRedirect,
      "The server redirects to \(location.map { "`\($0)`" } ?? "nowhere").",
      why: location == nil ? "status \(status) came without `Location`" : "this is not an address of the web",
      fix: "correct the redirect")
  }

  static func redirectToPlainHTTP(_ status: Int, location: String) -> Self {
    Self(
      .insecure, status: status, .redirectToPlainHTTP, "The server redirects to plain HTTP, `\(location)`.",
      why: "anybody on the way could read and change the policy", fix: "redirect to HTTPS")
  }

  static func redirectLoop(_ status: Int, location: String) -> Self {
    Self(
      .http, status: status, .redirectLoop, "The server redirects in a circle, to `\(location)` again.",
      why: "this address was asked before in the same fetch", fix: "correct the redirects")
  }

  static func tooManyRedirects(_ status: Int, limit: Int) -> Self {
    Self(
      .http, status: status, .tooManyRedirects, "The server redirects too often.",
      why: "at most \(limit) redirects in a row are followed", fix: "name the address where the document is")
  }

  /// Any other error of a library.
  static func other(_ text: String) -> Self {
    Self(
      .http, .unknownFault, "The document could not be fetched.", why: "the library says `\(text)`",
      fix: "ask again; if it stays so, check the server")
  }
}

extension FetchFault {
  static func tooLarge(limit: Int) -> Self {
    Self(
      .tooLarge, .bodyTooLarge, "The document is too large.", why: "it has more than \(limit) bytes, unpacked",
      fix: "publish a smaller document")
  }

  static func unknownEncoding(_ name: String) -> Self {
    Self(
      .http, .unknownEncoding, "The body is packed as `\(name)`.", why: "only gzip was asked for",
      fix: "serve it as it is, or with gzip")
  }

  static let brokenEncoding = Self(
    .http, .brokenEncoding, "The body cannot be unpacked.", why: "it is not gzip, or ends too early or too late",
    fix: "correct the packed file, or its `Content-Encoding`")

  static func notText(charset: String?) -> Self {
    Self(
      .notText, .notText, "What arrived is not text.",
      why: charset.map { "the bytes are not `\($0)`, or that is not read" }
        ?? "the bytes are not UTF-8, nor of the encoding that the document declares",
      fix: "publish the document in UTF-8")
  }
}

extension FetchFault {
  static let missingFile = Self(
    .missing, .missingFile, "There is no such file.", why: "nothing has this name", fix: "check the path")

  static let directory = Self(
    .unreadable, .directory, "This is a folder.", why: "a policy is one file", fix: "name the file in it")

  static func unreadableFile(_ errno: Errno) -> Self {
    Self(
      .unreadable, .unreadableFile, "The file cannot be read.", why: "the system says: \(errno)",
      fix: "check the file and who may read it")
  }

  static let unusableFileURL = Self(
    .invalidUrl, .invalidUrl, "Nothing was read: the address names no file of this machine.",
    why: "a file's URL has no host, and an absolute path", fix: "write it as `file:///path`, or as a plain path")
}
