public import Herald

/// Where a policy is published: asked for the document, it answers with what happened, and never throws.
public protocol PolicySource: Sendable {
  /// The address under which events name this source.
  var url: String { get }

  /// Asks once. Whoever calls decides when, and appends the outcome as an event.
  func fetch(_ request: FetchRequest) async -> FetchOutcome
}

/// What a source is told when it is asked.
public struct FetchRequest: Sendable {
  /// What the last answer said of itself, where there was one: it lets a server answer that nothing changed.
  public var validators: Validators?
  /// The device's properties, for servers that want some of them in the request.
  public var properties: [ExactString: ExactString]

  public init(validators: Validators? = nil, properties: [ExactString: ExactString] = [:]) {
    self.validators = validators
    self.properties = properties
  }
}

/// How a server recognises the answer that it gave before (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
  /// As in the header `ETag`, with its quotes.
  public var etag: String?
  /// As in the header `Last-Modified`.
  public var lastModified: String?

  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// What became of asking once: exactly one of three.
public enum FetchOutcome: Hashable, Sendable {
  /// A document arrived, readable or not: its text, and what the server said to recognise it by.
  case document(text: String, Validators)
  /// The server says that the last document still holds.
  case notModified(Validators)
  case failed(FetchFailure)
}

/// Why no document came.
public struct FetchFailure: DiagnosticError, Hashable, Sendable {
  /// `offline`, `timeout`, `tls`, `http`, `tooLarge`, `cancelled`, or another word, as the event has it.
  ///
  /// The other words of this module: `insecure` (plain HTTP where HTTPS is wanted), `interrupted` (the connection ended
  /// before the answer did), `notText` (bytes that are no text), `invalidUrl`, and for files `missing` and `unreadable`.
  public var reason: String
  /// The HTTP status, where there was one.
  public var status: Int?
  /// When the server asks to be asked again, where it says so.
  public var retryAfter: RetryAfter?
  /// What was wrong, where, why and what to do, for a person to read.
  public var diagnostic: Diagnostic

  public var diagnostics: [Diagnostic] { [diagnostic] }

  public init(reason: String, status: Int? = nil, retryAfter: RetryAfter? = nil, diagnostic: Diagnostic) {
    self.reason = reason
    self.status = status
    self.retryAfter = retryAfter
    self.diagnostic = diagnostic
  }
}
