import Foundation
import Herald
public import Logging

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
