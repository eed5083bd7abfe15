import Foundation

/// The width of the terminal.
enum TerminalWidth {
  /// The columns of standard output: as `COLUMNS` says, as the terminal says; nil for another output.
  static let known: Int? = {
    if let columns = ProcessInfo.processInfo.environment["COLUMNS"].flatMap({ Int($0) }), columns > 0 {
      return columns
    }
    var size = winsize()
    guard ioctl(1, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
    return Int(size.ws_col)
  }()

  /// The same, or 80.
  static var output: Int { known ?? 80 }
}
