public import Herald

/// The time that a server names for the next request (RFC 9110, section 10.2.3).
public enum RetryAfter: Hashable, Sendable {
  /// A number of seconds after the answer.
  case seconds(Int)
  /// A point in time.
  case moment(Timestamp)

  /// Reads the header's value: whole seconds, or a date such as `Sun, 06 Nov 1994 08:49:37 GMT`; nil for anything else.
  public init?(header value: String) {
    let text = Array(value.trimmed.utf8)
    if !text.isEmpty, text.allSatisfy({ (48...57).contains($0) }) {
      // A number beyond the range of integers means never.
      self = .seconds(Int(String(decoding: text, as: UTF8.self)) ?? Int(Int32.max))
    } else if let moment = Self.date(text) {
      self = .moment(moment)
    } else {
      return nil
    }
  }

  /// The wait from a moment on, at least zero.
  public func delay(from now: Timestamp) -> Duration {
    switch self {
    case .seconds(let seconds): .seconds(max(0, seconds))
    case .moment(let moment): .milliseconds(max(0, moment.milliseconds - now.milliseconds))
    }
  }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Parses the form that servers must send (RFC 9110, section 5.6.7), in GMT. The day's name is not checked.
  private static func date(_ text: [UInt8]) -> Timestamp? {
    let parts = text.split(separator: UInt8(ascii: " ")).map { String(decoding: $0, as: UTF8.self) }
    guard parts.count == 6, parts[0].utf8.count == 4, parts[0].hasSuffix(","), parts[5] == "GMT",
      let month = months.firstIndex(of: parts[2]),
      let moment = DeviceTime(rfc3339: "\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z")
    else { return nil }
    return moment.moment
  }
}
