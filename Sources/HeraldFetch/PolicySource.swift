public import Herald

/// Delivers the document of a policy. A fetch never throws: its outcome says what happened.
///
/// ``HTTPSource`` and ``FileSource`` are sources. One of your own returns a text from anywhere:
///
/// ```swift
/// struct BuiltIn: PolicySource {
///   let url = "x-app:built-in"
///   func fetch(_ request: FetchRequest) async -> FetchOutcome {
///     .document(text: #"{"packageName": "com.example.shop"}"#, Validators())
///   }
/// }
/// ```
public protocol PolicySource: Sendable {
  /// The address of this source in events, without credentials.
  var url: String { get }

  /// Fetches once. The caller decides when, and appends the outcome as an event.
  func fetch(_ request: FetchRequest) async -> FetchOutcome
}

/// The input of a fetch.
public struct FetchRequest: Sendable {
  /// The validators of the last answer, with which a server can answer that nothing changed; nil without one.
  public var validators: Validators?
  /// The device's properties, for servers that expect some of them in the request.
  public var properties: [ExactString: ExactString]
  /// The most bytes of a document in its format; a larger one fails with the reason `tooLarge`.
  public var sizeLimit: Int
  /// True to fetch the signature file too, which lies beside the document under its name and `.minisig`.
  public var wantsSignature: Bool

  /// The most bytes of a signature file; a larger one counts as none.
  public static let signatureSizeLimit = 65_536

  /// Makes a request; without validators the server sends the document in any case.
  public init(
    validators: Validators? = nil, properties: [ExactString: ExactString] = [:], sizeLimit: Int = Document.sizeLimit,
    wantsSignature: Bool = false
  ) {
    self.wantsSignature = wantsSignature
    self.validators = validators
    self.properties = properties
    self.sizeLimit = sizeLimit
  }
}

/// Identifies an earlier answer of a server (RFC 9110, section 8.8).
public struct Validators: Hashable, Sendable {
  /// The value of the header `ETag`, with its quotes.
  public var etag: String?
  /// The value of the header `Last-Modified`.
  public var lastModified: String?

  /// Makes validators; with neither value the request is unconditional.
  public init(etag: String? = nil, lastModified: String? = nil) {
    self.etag = etag
    self.lastModified = lastModified
  }
}

/// The result of a fetch.
public enum FetchOutcome: Hashable, Sendable {
  /// A document arrived, readable or not: its text, its validators for the next request, and the signature file's text
  /// where one was wanted and came.
  case document(text: String, Validators, signature: String? = nil)
  /// The server says that the last document is still current. A signature may renew it.
  case notModified(Validators, signature: String? = nil)
  /// No document arrived.
  case failed(FetchFailure)
}

/// The failure of a fetch.
public struct FetchFailure: DiagnosticError, Hashable, Sendable {
  /// The event's reason: `offline`, `timeout`, `tls`, `http`, `tooLarge`, `cancelled`, or another word.
  ///
  /// The other words of this module: `insecure` (plain HTTP instead of HTTPS), `interrupted` (the connection ended
  /// before the answer did), `notText` (bytes that cannot be decoded), `invalidUrl`, `missingLibrary` (the
  /// system has no libcurl), and for files `missing` and `unreadable`.
  public var reason: String
  /// The HTTP status; nil where no answer came.
  public var status: Int?
  /// The time that the server names for the next request; nil where it names none.
  public var retryAfter: RetryAfter?
  /// The failure in words: what is wrong, where, why, and how to fix it.
  public var diagnostic: Diagnostic

  /// The diagnostic alone.
  public var diagnostics: [Diagnostic] { [diagnostic] }

  /// Makes a failure, for sources of your own.
  public init(reason: String, status: Int? = nil, retryAfter: RetryAfter? = nil, diagnostic: Diagnostic) {
    self.reason = reason
    self.status = status
    self.retryAfter = retryAfter
    self.diagnostic = diagnostic
  }
}
