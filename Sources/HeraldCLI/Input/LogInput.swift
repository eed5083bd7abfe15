import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldLog
import SystemPackage

/// A log as the command line names it: JSON Lines, plain or compressed, standard input, or a ledger.
enum LogInput {
  case lines(ByteSource)
  case ledger(path: String)

  init(_ name: String) throws {
    if name == "-" {
      self = .lines(try ByteSource(name: "-") { try FileDescriptor.standardInput.read(into: &$0) })
    } else if LedgerReader.isLedger(name) {
      self = .ledger(path: name)
    } else {
      self = .lines(try Self.file(name))
    }
  }

  /// The bytes of a log, unpacked if the name ends with `.gz` or `.zst`.
  static func file(_ path: String) throws -> ByteSource {
    if path == "-" { return try ByteSource(name: "-") { try FileDescriptor.standardInput.read(into: &$0) } }
    guard path.hasSuffix(".gz") || path.hasSuffix(".zst") else { return try ByteSource(path: path) }
    // Opening the packed file first gives a missing one the same error as any other file.
    _ = try ByteSource(path: path)
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    if path.hasSuffix(".gz") {
      let gzip = try GzipStream(file, path: path)
      return try ByteSource(name: path) { try gzip.read(into: &$0) }
    }
    let zstd = try ZstdStream(file, path: path)
    return try ByteSource(name: path) { try zstd.read(into: &$0) }
  }
}
