import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldLog
import HeraldPacking
import SystemPackage

/// A log as the command line names it: JSON Lines, plain or compressed, standard input, or a ledger.
enum LogInput {
  case lines(ByteSource)
  case ledger(path: String)

  init(_ name: String) throws {
    if name == "-" {
      self = .lines(try ByteSource(name: "-") { try FileDescriptor.standardInput.read(into: &$0) })
    } else if try LedgerReader.isLedger(name) {
      self = .ledger(path: name)
    } else {
      self = .lines(try Self.log(name))
    }
  }

  /// The log's bytes as a part of several logs that are read as one, and the reader of a ledger.
  ///
  /// A ledger's lines are compared with its chain when the first of them is read.
  func part() throws -> (bytes: ByteSource, ledger: LedgerReader?) {
    switch self {
    case .lines(let source): return (source, nil)
    case .ledger(let path):
      let reader = try LedgerReader(path: path, reading: Formats.reading)
      var lines: ByteSource?
      let bytes = try ByteSource(once: path) { (span: inout MutableRawSpan) in
        let opened = try lines ?? reader.plainBytes()
        lines = opened
        return try opened.fill(&span)
      }
      return (bytes, reader)
    }
  }

  /// The bytes of a log; a file that is plainly none is refused.
  static func log(_ path: String) throws -> ByteSource {
    let source = try file(path)
    if path != "-", !path.hasSuffix(".gz"), !path.hasSuffix(".zst") { try checkStart(of: path) }
    return source
  }

  /// The bytes of a file, unpacked if the name ends with `.gz` or `.zst`.
  static func file(_ path: String) throws -> ByteSource {
    if path == "-" { return try ByteSource(name: "-") { try FileDescriptor.standardInput.read(into: &$0) } }
    guard path.hasSuffix(".gz") || path.hasSuffix(".zst") else { return try ByteSource(path: path) }
    // Opening the packed file first gives a missing one the same error as any other file.
    _ = try ByteSource(path: path)
    let file = try OpenFile(path)
    if path.hasSuffix(".gz") {
      let gzip = try GzipStream(path) { try file.descriptor.read(into: &$0) }
      return try ByteSource(name: path) { try gzip.read(into: &$0) }
    }
    let zstd = try ZstdStream(path) { try file.descriptor.read(into: &$0) }
    return try ByteSource(name: path) { try zstd.read(into: &$0) }
  }

  /// The length of the longest document that is recognized by its content.
  private static let longestStart = 1 << 20

  /// Refuses a regular file that is plainly no log.
  private static func checkStart(of path: String) throws {
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      try file.closeAfter { try checkStart(of: file, named: path) }
    } catch let error as Errno {
      throw LogFileError(
        FileCode.cannotRead, what: "`\(path)` cannot be read.", file: path, why: error.description,
        fix: "check the disk and try again")
    }
  }

  private static func checkStart(of file: FileDescriptor, named path: String) throws {
    guard (try? file.seek(offset: 0, from: .current)) != nil else { return }
    var start = [UInt8](repeating: 0, count: 1 << 12)
    var count = try start.withUnsafeMutableBytes { try file.read(into: $0) }
    // An event's line is complete; a document with line breaks is read whole.
    if start.prefix(count).first(where: { $0 != 0x20 && $0 != 0x0A }) == UInt8(ascii: "{"),
      !start.prefix(count).starts(with: #"{"specversion""#.utf8), count == start.count
    {
      start = [UInt8](repeating: 0, count: longestStart)
      count = try start.withUnsafeMutableBytes { try file.read(fromAbsoluteOffset: 0, into: $0) }
    }
    try InputMistake.checkLog(path, start: Array(start.prefix(count)), isWhole: count < start.count)
  }
}

/// A file that is closed when nothing reads it any more.
private final class OpenFile {
  let descriptor: FileDescriptor

  init(_ path: String) throws { descriptor = try FileDescriptor.open(FilePath(path), .readOnly) }

  deinit { try? descriptor.close() }
}
