package import Herald

extension DeviceTime {
  /// The time of the device's clock with its zone, such as `2026-03-02 09:00:00.000 +01:00`.
  package var words: String {
    if isMissing { return description }
    let clock = Timestamp(milliseconds: wallClock).description.dropLast()
    let minutes = abs(offsetMinutes)
    let zone = "\(offsetMinutes < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
    return clock.replacing("T", with: " ") + " " + zone
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
