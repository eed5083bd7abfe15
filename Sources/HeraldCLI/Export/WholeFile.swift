import Foundation
import HeraldLog
import SystemPackage

/// A file that is replaced atomically: it is written beside its path and then renamed.
final class WholeFile {
  let path: String
  /// The temporary path.
  let temporary: String
  private var file: FileDescriptor?
  private var isDone = false

  /// - Parameter inputs: the files that the command reads or keeps. They are never replaced.
  /// - Throws: ``LogFileError`` where a file exists and must not be replaced, or the temporary file cannot be made.
  init(_ path: String, replaces: Bool, sparing inputs: [String]) throws {
    self.path = path
    try Self.spare(inputs, from: path)
    try Self.check(path, replaces: replaces)
    temporary = Self.temporary(beside: path)
  }

  /// Throws where a path is that of an input of the command, or of a file that SQLite keeps beside a ledger.
  static func spare(_ inputs: [String], from path: String) throws {
    func place(_ path: String) -> URL { URL(fileURLWithPath: path).resolvingSymlinksInPath() }
    let kept = inputs.flatMap { input in ["", "-wal", "-shm"].map { place(input + $0) } }
    guard kept.contains(place(path)) else { return }
    throw LogFileError(
      ExportCode.outputIsLog, what: "`\(path)` belongs to what the command reads.", file: path,
      why: "the output would take the place of a log, a ledger or a key", fix: "choose another name")
  }

  /// Throws where a file exists that must not be replaced.
  static func check(_ path: String, replaces: Bool) throws {
    let type = try? FileManager.default.attributesOfItem(atPath: path)[.type] as? FileAttributeType
    guard let type else { return }
    guard [.typeRegular, .typeSymbolicLink].contains(type) else {
      throw LogFileError(
        ExportCode.noRegularFile, what: "`\(path)` is a folder or a device.", file: path,
        why: "a file would take its place",
        fix: "name a file; what goes to a device is written to standard output")
    }
    guard replaces else {
      throw LogFileError(
        ExportCode.fileExists, what: "`\(path)` is there already.", file: path,
        why: "nothing is replaced unless that is asked for", fix: "choose another name, or add --force")
    }
  }

  /// A path beside another one, for a file of this process only.
  static func temporary(beside path: String) -> String {
    let url = URL(fileURLWithPath: path)
    let name = ".\(url.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier).part"
    return url.deletingLastPathComponent().appendingPathComponent(name).path
  }

  func write(_ bytes: borrowing [UInt8]) throws {
    try naming {
      let open =
        try file
        ?? FileDescriptor.open(
          FilePath(temporary), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWriteOthersRead)
      file = open
      try open.writeAll(copy bytes)
    }
  }

  /// Syncs the temporary file to disk, whichever process wrote it, so that only ``appear()`` is left to do.
  func finish() throws {
    try naming {
      let open =
        try file
        ?? FileDescriptor.open(
          FilePath(temporary), .readWrite, options: .create, permissions: .ownerReadWriteOthersRead)
      file = open
      if fsync(open.rawValue) != 0 { throw Errno(rawValue: errno) }
      try open.close()
      file = nil
    }
  }

  /// Renames the file to its final path.
  func appear() throws {
    try naming {
      guard Foundation.rename(temporary, path) == 0 else { throw Errno(rawValue: errno) }
    }
    isDone = true
  }

  private func naming(_ body: () throws -> Void) throws {
    do { try body() } catch let error as Errno { throw Self.error(error, path) }
  }

  /// Renames a file or a folder.
  static func rename(_ path: String, to place: String) throws {
    guard Foundation.rename(path, place) == 0 else { throw error(Errno(rawValue: errno), place) }
  }

  /// The error for a write that failed.
  static func error(_ error: Errno, _ path: String) -> LogFileError {
    guard error != .noSpace, error != .diskQuotaExceeded else {
      return LogFileError(
        LedgerCode.diskFull, what: "`\(path)` could not be written.", file: path, why: error.description,
        fix: "free some space and do it again: nothing is half done")
    }
    return LogFileError(
      ExportCode.cannotWrite, what: "`\(path)` cannot be written.", file: path, why: error.description,
      fix: "check the path and the permissions of its folder")
  }

  deinit {
    try? file?.close()
    if !isDone { unlink(temporary) }
  }
}

extension FilePermissions {
  static let ownerReadWriteOthersRead: FilePermissions = [.ownerReadWrite, .groupRead, .otherRead]
}
