import Herald
import HeraldPages
import HeraldQuestions

/// A time in a page, by the clock that recorded it, with its offset. The page's script adds the viewer's own clock.
enum PageTime {
  /// The time as HTML, to the minute.
  static func html(_ time: DeviceTime) -> String {
    guard !time.isMissing else { return "no time" }
    return element(time, time.minute)
  }

  /// An instant of the server, in UTC.
  static func html(_ time: Timestamp) -> String { html(DeviceTime(moment: time)) }

  private static func element(_ time: DeviceTime, _ words: String) -> String {
    #"<time datetime="\#(EscapedText.escaped("\(time)"))">\#(EscapedText.escaped(words))</time>"#
  }
}

extension LengthOfTime {
  /// A length of time as people say it: days with hours, hours with minutes, minutes with seconds.
  static func rough(_ milliseconds: Int64) -> String {
    let size = milliseconds.magnitude
    let unit: Int64 = size >= UInt64(day) ? hour : size >= UInt64(hour) ? 60_000 : size >= 10_000 ? 1000 : 1
    return words(milliseconds / unit * unit)
  }
}
