import Herald

/// How exactly a time is told: cut to the whole minute, hour or day before it, in UTC.
public enum RoundedTime: String, Sendable, CaseIterable {
  case minute, hour, day

  private var milliseconds: Int64 {
    switch self {
    case .minute: 60_000
    case .hour: 3_600_000
    case .day: 86_400_000
    }
  }

  /// A moment cut: never after it, and never later than that of a later moment.
  func cut(_ moment: Timestamp) -> Timestamp {
    let rest = moment.milliseconds % milliseconds
    return Timestamp(milliseconds: moment.milliseconds - (rest < 0 ? rest + milliseconds : rest))
  }
}
