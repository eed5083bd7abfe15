import HeraldCurl
import HeraldFetch
import HeraldURLSession

/// The transports that keep the rules of HTTP sources.
enum TestTransport: CaseIterable, Sendable {
  case curl, urlSession

  /// What Linux's `URLSession` (swift-corelibs-foundation 6.3) does not do as Apple's does.
  enum LinuxGap {
    /// It trusts the system's authorities alone.
    case takesNoAuthorities
    /// It takes an early hint for the answer.
    case takesHintsForAnswers
    /// It resolves `..` in a path before it sends it.
    case resolvesDots
    /// It asks about a redirect only after its whole body, and fails where `Location` is missing or no address.
    case awaitsRedirects
    /// It ends the process where an answer has no head: "Transfer completed, but there's no response".
    case endsWithoutHead
    /// It takes gzip that ends early for whole.
    case takesCutGzip
    /// It reads on for some time after a request is cancelled.
    case readsOn
  }

  /// All transports of a test that Linux's `URLSession` fails for a reason.
  static func allCases(butOnLinux gap: LinuxGap) -> [Self] {
    #if canImport(Darwin)
      allCases
    #else
      [.curl]
    #endif
  }

  var transport: any HTTPTransport {
    switch self {
    case .curl: CurlTransport()
    case .urlSession: URLSessionTransport()
    }
  }

  func source(_ url: String, options: HTTPOptions = .patient) -> HTTPSource {
    switch self {
    case .curl: HTTPSource(url, over: .curl, options: options)
    case .urlSession: HTTPSource(url, over: .urlSession, options: options)
    }
  }
}
