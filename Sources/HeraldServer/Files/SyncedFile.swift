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

/// A folder that appears whole or not at all: it is filled beside its path and renamed.
///
/// Only its owner can read it, because a server's secret is in it. A crash leaves a hidden folder that ends with `.part`.
final class NewFolder {
  let path: String
  private let temporary: String
  private var isDone = false

  /// - Throws: ``ServerError`` where something is in the way, or the folder above is missing.
  init(_ target: String) throws {
    let url = URL(fileURLWithPath: target).standardizedFileURL
    path = url.path
    let parent = url.deletingLastPathComponent()
    temporary =
      parent.appendingPathComponent(".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part").path
    try Self.check(path, in: parent.path, named: target)
    // Of an earlier process with the same number.
    try? FileManager.default.removeItem(atPath: temporary)
    guard mkdir(temporary, 0o700) == 0 else { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
  }

  private static func check(_ path: String, in parent: String, named target: String) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: parent, isDirectory: &isFolder), isFolder.boolValue else {
      throw ServerError(
        .noParentFolder, "`\(target)` cannot be made.", file: target, why: "there is no folder `\(parent)`")
    }
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    let files = try? FileManager.default.contentsOfDirectory(atPath: path)
    guard isFolder.boolValue, let files, files.isEmpty else {
      let why = isFolder.boolValue ? "it has \((files ?? []).count) files" : "it is a file"
      throw ServerError(.folderInTheWay, "`\(target)` is there already.", file: target, why: why)
    }
  }

  /// The place of a file until the folder appears; its own folder is made.
  func place(_ name: String) throws -> String {
    let place = "\(temporary)/\(name)"
    let folder = URL(fileURLWithPath: place).deletingLastPathComponent().path
    if mkdir(folder, 0o700) != 0, errno != EEXIST { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
    return place
  }

  /// Makes everything durable and renames the folder.
  func appear() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: temporary).map { "\(temporary)/\($0)" }
    for folder in folders + [temporary] { try SyncedFile.sync(folder) }
    guard rename(temporary, path) == 0 else { throw SyncedFile.failed(path, Errno(rawValue: errno)) }
    isDone = true
    try SyncedFile.sync(URL(fileURLWithPath: path).deletingLastPathComponent().path)
  }

  deinit { if !isDone { try? FileManager.default.removeItem(atPath: temporary) } }
}

/// The progress of work on several files. Each file counts by its size.
struct Work {
  private let sizes: [Int]
  private let told: (Double) -> Void

  init(sizes: [Int], told: @escaping (Double) -> Void) { (self.sizes, self.told) = (sizes, told) }

  /// - Parameters:
  ///   - index: the current file.
  ///   - share: the part of the file that is done, from 0 to 1.
  func at(_ index: Int, _ share: Double) {
    let before = Double(sizes.prefix(index).reduce(0, +))
    told((before + Double(sizes[index]) * share) / Double(max(1, sizes.reduce(0, +))))
  }
}

extension SyncedFile {
  /// The size of a file in bytes; 0 for a missing one.
  static func size(of path: String) -> Int {
    let size = try? FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    return size ?? 0
  }
}
