import Dispatch
import Foundation
import Herald

/// The default browser.
enum Browser {
  #if os(macOS)
    private static let program = "open"
  #else
    private static let program = "xdg-open"
  #endif

  /// The time in which the program may fail. If it still runs after that, it has opened the page.
  private static let patience = DispatchTimeInterval.seconds(5)

  /// Opens a page, or warns that nothing could open it.
  static func open(_ page: String) {
    if let failure = failure(toOpen: page) {
      Failure.tell(
        Diagnostic(
          ReportCode.noBrowser, .warning, what: "`\(page)` was written, but not opened.", file: page, why: failure,
          fix: "open it in a browser"))
    }
  }

  private static func failure(toOpen page: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    guard
      let path = folders.map({ "\($0)/\(program)" }).first(where: { FileManager.default.isExecutableFile(atPath: $0) })
    else { return "there is no `\(program)` in PATH" }
    let (process, ended) = (Process(), DispatchSemaphore(value: 0))
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = [URL(fileURLWithPath: page).path]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { _ in ended.signal() }
    do { try process.run() } catch { return "`\(path)` cannot be started" }
    guard ended.wait(timeout: .now() + patience) == .success, process.terminationStatus != 0 else { return nil }
    return "`\(path)` ended with status \(process.terminationStatus)"
  }
}
