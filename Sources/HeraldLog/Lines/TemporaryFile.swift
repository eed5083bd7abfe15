import Foundation
import SystemPackage

/// A file for what is too much to keep in memory: without a name, and gone with its owner.
final class TemporaryFile {
  private let file: FileDescriptor
  /// Where the next bytes go.
  private(set) var end: Int64 = 0

  /// - Throws: ``LogFileError`` where none can be made in the folder.
  init(in folder: String = NSTemporaryDirectory()) throws { file = try Self.open(in: folder) }

  /// - Parameter file: an open file, which is closed with its owner.
  init(_ file: FileDescriptor) { self.file = file }

  deinit { try? file.close() }

  /// Makes a file of which nothing but this descriptor knows.
  ///
  /// - Throws: ``LogFileError`` where none can be made in the folder.
  static func open(in folder: String = NSTemporaryDirectory()) throws -> FileDescriptor {
    let path = FilePath(folder).appending("herald-\(UUID().uuidString)")
    do {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      try? FileManager.default.removeItem(atPath: path.string)
      return file
    } catch let error as Errno {
      throw LogFileError(
        .cannotOpen, what: "No temporary file can be made in `\(folder)`.", file: folder, why: error.description,
        fix: "set TMPDIR to a folder that can be written")
    }
  }

  /// Appends bytes; tells where they begin.
  ///
  /// - Throws: ``LogFileError``, such as where the disk is full.
  @discardableResult
  func append(_ bytes: UnsafeRawBufferPointer) throws -> Int64 {
    let start = end
    do { end += Int64(try file.writeAll(toAbsoluteOffset: end, bytes)) } catch let error as Errno {
      throw Self.failed("written", error)
    }
    return start
  }

  /// Fills a buffer with what was appended.
  ///
  /// - Parameters:
  ///   - buffer: not longer than what was appended from `start` on.
  ///   - start: as ``append(_:)`` told it.
  /// - Throws: ``LogFileError``.
  func read(into buffer: UnsafeMutableRawBufferPointer, from start: Int64) throws {
    var filled = 0
    do {
      while filled < buffer.count {
        let count = try file.read(
          fromAbsoluteOffset: start + Int64(filled), into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
        guard count > 0 else { throw Errno.ioError }
        filled += count
      }
    } catch let error as Errno {
      throw Self.failed("read", error)
    }
  }

  static func failed(_ verb: String, _ error: Errno) -> LogFileError {
    let isFull = error == .noSpace || error == .diskQuotaExceeded
    let what = "A temporary file cannot be \(verb)."
    if isFull {
      return LogFileError(
        LedgerCode.diskFull, what: what, file: "TMPDIR", why: error.description,
        fix: "free some space for temporary files, or set TMPDIR")
    }
    return LogFileError(
      verb == "read" ? .cannotRead : .cannotWrite, what: what, file: "TMPDIR", why: error.description,
      fix: "check the disk and try again")
  }
}
