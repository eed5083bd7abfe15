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
      self = .lines(try Self.file(name))
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
      if let finding = reader.missingTables(path) { throw LogRefused(finding) }
      var lines: ByteSource?
      let bytes = try ByteSource(once: path) { (span: inout MutableRawSpan) in
        let opened = try lines ?? reader.plainBytes()
        lines = opened
        return try opened.fill(&span)
      }
      return (bytes, reader)
    }
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
}

/// A file that is closed when nothing reads it any more.
private final class OpenFile {
  let descriptor: FileDescriptor

  init(_ path: String) throws { descriptor = try FileDescriptor.open(FilePath(path), .readOnly) }

  deinit { try? descriptor.close() }
}
