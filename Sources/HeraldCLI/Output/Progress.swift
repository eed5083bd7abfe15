import Foundation

/// A progress bar on standard error, for work of over a second on a terminal. It is silent elsewhere.
final class Progress {
  private let label: String
  private let isShown = StandardError.isTerminal && !Pager.isRunning
  private let start = Date()
  private var last = Date.distantPast
  private var wasDrawn = false

  init(_ label: String) { self.label = label }

  /// - Parameter share: from 0 to 1.
  func at(_ share: Double) {
    guard let passed = passed() else { return }
    let width = 30
    let full = Int(share.clamped * Double(width))
    let bar = String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    let left = share > 0.01 ? passed / share * (1 - share) : nil
    let rest = left.map { ", \(Int($0.rounded(.up))) s left" } ?? ""
    StandardError.write("\r\u{1B}[K\(label) \(bar) \(Int(share.clamped * 100)) %\(rest)")
  }

  /// Draws a number where nobody knows how many there will be.
  func at(count: Int, _ noun: String) {
    if passed() != nil { StandardError.write("\r\u{1B}[K\(label) \(count.of(noun))") }
  }

  /// The seconds since the beginning, where it is time to draw again; nil else.
  private func passed() -> Double? {
    guard isShown, !Pager.isRunning else { return nil }
    let now = Date()
    guard now.timeIntervalSince(start) > 1, now.timeIntervalSince(last) > 0.1 else { return nil }
    last = now
    wasDrawn = true
    return now.timeIntervalSince(start)
  }

  /// - Parameter size: the number of all bytes; nil where it is unknown.
  func at(bytes: Int, of size: Int?) {
    if let size { at(Double(bytes) / Double(max(1, size))) }
  }

  /// Erases the bar.
  func end() {
    if wasDrawn { StandardError.write("\r\u{1B}[K") }
    wasDrawn = false
  }

  deinit { end() }
}

extension Double {
  fileprivate var clamped: Double { min(1, max(0, self)) }
}
