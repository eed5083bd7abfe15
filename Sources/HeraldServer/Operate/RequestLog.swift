import Foundation
import Herald
import Hummingbird
public import Logging

/// Logs a line for each request: no user, no token, and of an installation's name only the beginning.
struct RequestLog: RouterMiddleware {
  typealias Context = ServerContext
  let metrics: ServerMetrics

  func handle(
    _ request: Request, context: Context, next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let start = ContinuousClock.now
    let response = try await next(request, context)
    metrics.answers.add(status: response.status.code)
    context.logger.info(
      "request",
      metadata: [
        "method": "\(request.method.rawValue)", "path": "\(Self.shortened(request.uri.path))",
        "status": "\(response.status.code)", "milliseconds": "\((ContinuousClock.now - start).milliseconds)",
      ])
    return response
  }

  private static let longestPart = 12

  /// A path whose long parts, such as an installation's name, are cut.
  private static func shortened(_ path: String) -> String {
    // A text never has more characters than bytes. So characters are counted only where the bytes are too many.
    guard path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.count > longestPart }) else { return path }
    return path.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.count > longestPart ? "\($0.prefix(longestPart))…" : String($0) }.joined(separator: "/")
  }
}

extension Duration {
  var microseconds: Int { Int(components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000) }
  var milliseconds: Int { Int(components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000) }
}

/// Writes each message as a line of JSON.
public struct JSONLogHandler: LogHandler {
  /// The least level that is written.
  public var logLevel = Logger.Level.info
  /// The metadata that every message carries.
  public var metadata = Logger.Metadata()
  private let write: @Sendable (String) -> Void

  /// - Parameter write: takes lines, each with its newline.
  public init(_ write: @escaping @Sendable (String) -> Void) { self.write = write }

  /// Reads or sets one of the values that every message carries.
  public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  /// Writes a message.
  public func log(event: LogEvent) {
    var output = JSONWriter()
    output.object {
      $0.member("time", Timestamp.now)
      $0.member("level", event.level.rawValue)
      $0.member("message", event.message.description)
      let all = metadata.merging(event.metadata ?? [:]) { $1 }
      for (key, value) in all.sorted(by: { $0.key < $1.key }) {
        $0.member(named: ExactString(key)) { $0.string("\(value)") }
      }
    }
    output.raw("\n")
    write(output.string)
  }
}
