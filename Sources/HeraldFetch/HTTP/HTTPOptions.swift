import Foundation
import Herald

/// Options of an ``HTTPSource``, with careful defaults.
///
/// ```swift
/// var options = HTTPOptions()
/// options.parameters = .turkcell
/// options.limits.total = .seconds(10)
/// let source = HTTPSource("https://updates.example.com/policy.json", over: .curl, options: options)
/// ```
public struct HTTPOptions: Sendable {
  /// The parameters that the format's server expects in the URL, made from the device's properties.
  public var parameters: RequestParameters = .none
  /// Further headers, such as `Authorization`. Only the source's own scheme, host and port receive them; the target of a
  /// redirect to another server does not.
  public var headers: [(name: String, value: String)] = []
  /// True to allow plain HTTP for hosts other than the device itself. Anybody on the network can then read and change
  /// the policy.
  public var allowsPlainHTTP = false
  /// The trusted authorities as PEM certificates, one or more in each text, which replace the system's. Empty for the
  /// system's.
  public var trustedAuthorities: [String] = []
  /// Limits of time, redirects and size.
  public var limits = Limits()

  /// The defaults.
  public init() {}

  /// Limits of time, redirects and size. A fetch clamps times to 0 s…1 day, redirects to 0…1000, and bytes to
  /// 0…`Document.largestSizeLimit`.
  public struct Limits: Hashable, Sendable {
    /// The time until a connection is established, TLS included. `URLSession` does not say when that is, so with it
    /// ``idle`` counts from the beginning.
    public var connect: Duration = .seconds(10)
    /// The time without any data from the server.
    public var idle: Duration = .seconds(10)
    /// The time from the first request to the last byte, redirects included.
    public var total: Duration = .seconds(30)
    /// The most redirects in a row.
    public var redirects = 5
    /// The most bytes of a document, uncompressed. A request may ask for fewer.
    public var bytes = Document.largestSizeLimit

    /// The defaults: 10 s, 10 s, 30 s, 5 redirects, `Document.largestSizeLimit` bytes.
    public init() {}

    /// The limits clamped to ranges that timers and counters support.
    var bounded: Limits {
      var limits = self
      limits.connect = Self.bounded(connect)
      limits.idle = Self.bounded(idle)
      limits.total = Self.bounded(total)
      limits.redirects = min(max(0, redirects), 1000)
      limits.bytes = min(max(0, bytes), Document.largestSizeLimit)
      return limits
    }

    private static func bounded(_ wait: Duration) -> Duration { min(max(.zero, wait), .seconds(86_400)) }
  }

  /// The same options with limits that timers and counters support.
  var bounded: HTTPOptions {
    var options = self
    options.limits = limits.bounded
    return options
  }
}

/// Limits how long something may take.
enum TimeLimit {
  /// Runs `work`, and cancels it where it takes longer than the limit.
  ///
  /// - Parameter late: the result where it did, or the caller's task was cancelled.
  static func run<Result: Sendable>(
    _ limit: Duration, late: @escaping @Sendable () -> Result, _ work: @escaping @Sendable () async -> Result
  ) async -> Result {
    await withTaskGroup(of: Result.self) { group in
      group.addTask { await work() }
      group.addTask {
        // The sleep throws where the work ended first, or the caller's task was cancelled.
        try? await Task.sleep(for: limit)
        return late()
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? late()
    }
  }
}

/// Checks the text of a trusted authority, so that each transport refuses the same texts before it connects.
enum TrustedAuthority {
  /// True if a text has at least one certificate in PEM, each in the frame of RFC 7468, section 5.
  static func isPEM(_ text: String) -> Bool {
    let blocks = text.components(separatedBy: "-----BEGIN CERTIFICATE-----").dropFirst()
    return !blocks.isEmpty
      && blocks.allSatisfy { block in
        guard let end = block.range(of: "-----END CERTIFICATE-----"),
          let bytes = Data(base64Encoded: String(block[..<end.lowerBound]), options: .ignoreUnknownCharacters)
        else { return false }
        return isSequence(Array(bytes))
      }
  }

  /// True if bytes are one DER sequence that begins with another one, as a certificate does (RFC 5280, section 4.1).
  private static func isSequence(_ bytes: [UInt8]) -> Bool {
    let sequence: UInt8 = 0x30
    guard bytes.count > 2, bytes[0] == sequence else { return false }
    // A length below 128 stands in its byte; otherwise that byte says how many bytes of length follow.
    let lengthBytes = bytes[1] < 0x80 ? 0 : Int(bytes[1] & 0x7F)
    guard lengthBytes <= 4, bytes.count > 2 + lengthBytes else { return false }
    let length = lengthBytes == 0 ? Int(bytes[1]) : bytes[2..<2 + lengthBytes].reduce(0) { $0 << 8 | Int($1) }
    return bytes.count == 2 + lengthBytes + length && bytes[2 + lengthBytes] == sequence
  }
}
