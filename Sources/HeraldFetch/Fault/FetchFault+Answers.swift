extension FetchFault {
  static let interrupted = Self(
    "interrupted", "interrupted", "The connection ended before the answer did.",
    why: "The server or the network closed it early.", fix: "Ask again; if it stays so, check the server.")

  static func notHTTP(why: String) -> Self {
    Self("http", "notHTTP", "What the server answers is not HTTP.", why: why, fix: "Check the port and the server.")
  }

  static let headTooLarge = Self(
    "http", "headTooLarge", "The answer's headers are too many or too long.",
    why: "No document needs headers of this size.", fix: "Check the server.")

  static func status(_ status: Int, retryAfter: RetryAfter? = nil) -> Self {
    let fix =
      switch status {
      case 401, 403: "Check the credentials, and who may read the document."
      case 404, 410: "Check the address, and that the document is published."
      case 429, 500...: "Ask again later."
      default: "Check the address and the server."
      }
    var fault = Self(
      "http", status: status, "httpStatus", "The server answers with status \(status).",
      why: "A document comes with status 200 only.", fix: fix)
    fault.retryAfter = retryAfter
    return fault
  }

  static let unaskedNotModified = Self(
    "http", status: 304, "unaskedNotModified", "The server says that the document is not modified.",
    why: "It was not told which one is known, so it cannot know (status 304 without a condition).",
    fix: "Check the server, and the cache before it.")

  static func redirectNowhere(_ status: Int, location: String?) -> Self {
    Self(
      "http", status: status, "unusableRedirect",
      "The server redirects to \(location.map { "`\($0)`" } ?? "nowhere").",
      why: location == nil ? "Status \(status) came without `Location`." : "This is no address of the web.",
      fix: "Correct the redirect.")
  }

  static func redirectToPlainHTTP(_ status: Int, location: String) -> Self {
    Self(
      "insecure", status: status, "redirectToPlainHTTP", "The server redirects to plain HTTP, `\(location)`.",
      why: "Anybody on the way could read and change the policy.", fix: "Redirect to HTTPS.")
  }

  static func redirectLoop(_ status: Int, location: String) -> Self {
    Self(
      "http", status: status, "redirectLoop", "The server redirects in a circle, to `\(location)` again.",
      why: "This address was asked before in the same fetch.", fix: "Correct the redirects.")
  }

  static func tooManyRedirects(_ status: Int, limit: Int) -> Self {
    Self(
      "http", status: status, "tooManyRedirects", "The server redirects too often.",
      why: "At most \(limit) redirects in a row are followed.", fix: "Name the address where the document is.")
  }

  /// Whatever else the library reports.
  static func other(_ error: any Error) -> Self {
    Self(
      "http", "unknownFault", "The document could not be fetched.", why: "The HTTP library says `\(error)`.",
      fix: "Ask again; if it stays so, check the server.")
  }
}
