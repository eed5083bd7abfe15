import Herald

/// The precision of times in a redacted log.
public enum RoundedTime: String, Sendable, CaseIterable {
  /// Rounded down to the whole minute, hour or day, in UTC.
  case minute, hour, day

  private var milliseconds: Int64 {
    switch self {
    case .minute: 60_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }

  /// The moment rounded down. The order of moments stays.
  func cut(_ moment: Timestamp) -> Timestamp {
    let rest = moment.milliseconds % milliseconds
    return Timestamp(milliseconds: moment.milliseconds - (rest < 0 ? rest + milliseconds : rest))
  }
}
