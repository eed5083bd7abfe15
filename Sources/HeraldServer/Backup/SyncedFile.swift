import Foundation
import Herald
import HeraldLog
import SystemPackage

/// Files that are durable when a call returns, with their digests.
enum SyncedFile {
  private static let piece = 1 << 20

  /// The size of a file and its SHA-256 in hexadecimal digits.
  struct Sum: Hashable {
    let bytes: Int
    let sha256: String
  }

  /// Writes a new file that only its owner can read.
  @discardableResult
  static func write(_ bytes: [UInt8], to path: String) throws -> Sum {
    try naming(path) {
      let file = try create(path)
      try file.closeAfter {
        try file.writeAll(bytes)
        try sync(file)
      }
    }
    var hasher = SHA256Hasher()
    bytes.withBorrowedBytes { hasher.update($0) }
    return Sum(bytes: bytes.count, sha256: Hex.text(of: hasher.finish()))
  }

  /// Copies a file to a new one.
  static func copy(_ path: String, to copy: String) throws -> Sum {
    try naming(copy) {
      let file = try create(copy)
      return try file.closeAfter {
        let sum = try read(path) { try file.writeAll($0) }
        try sync(file)
        return sum
      }
    }
  }

  /// The sum of a file.
  static func sum(of path: String) throws -> Sum { try naming(path) { try read(path) { _ in } } }

  /// Makes a file or a folder durable that somebody else wrote.
  static func sync(_ path: String) throws {
    try naming(path) {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      try file.closeAfter { try sync(file) }
    }
  }

  private static func sync(_ file: FileDescriptor) throws {
    // File systems that cannot sync a folder keep names durable by themselves, or not at all.
    if fsync(file.rawValue) != 0, ![.invalidArgument, .notSupported].contains(Errno(rawValue: errno)) {
      throw Errno(rawValue: errno)
    }
  }

  static func create(_ path: String) throws -> FileDescriptor {
    try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .exclusiveCreate], permissions: .ownerReadWrite)
  }

  private static func read(_ path: String, _ take: (UnsafeRawBufferPointer) throws -> Void) throws -> Sum {
    let file: FileDescriptor
    do { file = try FileDescriptor.open(FilePath(path), .readOnly) } catch let error as Errno {
      throw LogFileError(
        FileCode.cannotOpen, what: "`\(path)` cannot be opened.", file: path, why: error.description,
        fix: "check the path and the permissions")
    }
    return try file.closeAfter {
      var (hasher, count) = (SHA256Hasher(), 0)
      try withUnsafeTemporaryAllocation(byteCount: piece, alignment: 16) { buffer in
        while true {
          let read = try file.read(into: buffer)
          guard read > 0 else { return }
          let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<read])
          hasher.update(BorrowedBytes(bytes))
          try take(bytes)
          count += read
        }
      }
      return Sum(bytes: count, sha256: Hex.text(of: hasher.finish()))
    }
  }

  static func naming<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch let error as Errno { throw failed(path, error) }
  }

  /// The error of a system call that failed.
  static func failed(_ path: String, _ error: Errno) -> any Error {
    guard error != .noSpace, error != .diskQuotaExceeded else {
      return LogFileError(
        LedgerCode.diskFull, what: "`\(path)` could not be written.", file: path, why: error.description,
        fix: "free some space and do it again: nothing is half done")
    }
    return ServerError(.cannotCopy, "`\(path)` cannot be written.", file: path, why: error.description)
  }
}
