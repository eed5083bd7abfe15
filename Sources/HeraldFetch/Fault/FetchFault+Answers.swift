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
