import Herald
package import SystemPackage

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// A file for data that memory has no space for. It has no name and disappears with its owner.
package final class TemporaryFile {
  private let file: FileDescriptor
  /// The offset at which the next bytes are appended.
  package private(set) var end: Int64 = 0

  /// - Throws: ``LogFileError`` where the folder takes no new file.
  init(in folder: String = TemporaryFile.folder) throws { file = try Self.open(in: folder) }

  /// - Parameter file: an open file, which this one closes.
  init(_ file: FileDescriptor) { self.file = file }

  deinit { try? file.close() }

  /// The folder for such files: on Apple's systems the user's or app's own, elsewhere the one of `TMPDIR`, or `/tmp`.
  package static var folder: String {
    #if canImport(Darwin)
      var path = [CChar](repeating: 0, count: Int(PATH_MAX))
      if confstr(_CS_DARWIN_USER_TEMP_DIR, &path, path.count) > 0 {
        return path.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "/tmp" }
      }
    #endif
    guard let named = getenv("TMPDIR"), named.pointee != 0 else { return "/tmp" }
    return String(cString: named)
  }

  /// Creates a file and unlinks it, so that only the descriptor leads to it.
  ///
  /// - Throws: ``LogFileError`` where the folder takes no new file.
  package static func open(in folder: String = TemporaryFile.folder) throws -> FileDescriptor {
    let path = FilePath(folder).appending("herald-\(Hex.text(of: DrawnBytes.draw(16)))")
    do {
      let file = try FileDescriptor.open(
        path, .readWrite, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
      _ = path.withPlatformString { unlink($0) }
      return file
    } catch let error as Errno {
      throw LogFileError(
        .cannotOpen, what: "No temporary file can be made in `\(folder)`.", file: folder, why: error.description,
        fix: "set TMPDIR to a folder that can be written")
    }
  }

  /// Appends bytes and returns their offset.
  ///
  /// - Throws: ``LogFileError``, such as where the disk is full.
  @discardableResult
  func append(_ bytes: BorrowedBytes) throws -> Int64 {
    let start = end
    do { end += Int64(try file.writeAll(toAbsoluteOffset: end, bytes)) } catch let error as Errno {
      throw Self.failed("written", error)
    }
    return start
  }

  /// Reads appended bytes to the front of a buffer.
  ///
  /// - Parameters:
  ///   - count: not more than was appended from `start` on, and than the buffer's capacity.
  ///   - start: an offset that ``append(_:)`` returned.
  /// - Throws: ``LogFileError``.
  package func read(_ count: Int, from start: Int64, into buffer: inout ByteBuffer) throws {
    do {
      try buffer.write(0..<count) { try file.readAll(at: start, into: &$0) }
    } catch let error as Errno {
      throw Self.failed("read", error)
    }
  }

  package static func failed(_ verb: String, _ error: Errno) -> LogFileError {
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
