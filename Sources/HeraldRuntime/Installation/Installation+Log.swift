import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// Export of the events from the device.
extension Installation {
  /// Writes this device's events to a file, a line of JSON for each, oldest first.
  ///
  /// `herald replay`, `herald why` and a test with `HeraldTesting` read such a file. Attach it to a message for support, or
  /// share it with the system's sheet:
  ///
  /// ```swift
  /// let file = FileManager.default.temporaryDirectory.appendingPathComponent("herald.jsonl")
  /// try await herald.writeLog(to: file.path)
  /// ```
  ///
  /// The lines name the user where the app named one. `herald export --redact` replaces such names.
  ///
  /// - Parameter file: the path of the file. It replaces an older one when it is complete.
  /// - Returns: the number of events.
  /// - Throws: `LedgerError` where the ledger cannot be read, or the system's error where the file cannot be written.
  @discardableResult
  public func writeLog(to file: String) throws -> Int {
    try open()
    _ = catchUp()
    var lines = Data()
    var count = 0
    try LedgerReader(path: path, reading: formats.reading).lines { line in
      lines += Data(line.utf8)
      lines.append(0x0A)
      count += 1
    }
    try lines.write(to: URL(fileURLWithPath: file), options: .atomic)
    return count
  }
}
