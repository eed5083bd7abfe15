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
