import ArgumentParser
import Foundation
import Herald
import HeraldFormats
import HeraldLog
import SystemPackage

/// A log as it's named on the command line: JSON Lines, plain or compressed, on standard input, or a ledger.
enum LogInput {
  case lines(ByteSource)
  case ledger(path: String)

  init(_ name: String) throws {
    if name == "-" {
      self = .lines(try ByteSource(name: "-") { try FileDescriptor.standardInput.read(into: $0) })
    } else if LedgerReader.isLedger(name) {
      self = .ledger(path: name)
    } else {
      self = .lines(try Self.file(name))
    }
  }

  /// A log's bytes, unpacked where its name says that it's compressed.
  static func file(_ path: String) throws -> ByteSource {
    if path == "-" { return try ByteSource(name: "-") { try FileDescriptor.standardInput.read(into: $0) } }
    guard path.hasSuffix(".gz") || path.hasSuffix(".zst") else { return try ByteSource(path: path) }
    // Opened once as it is, so that a missing file gets the same error as any other.
    _ = try ByteSource(path: path)
    let file = try FileDescriptor.open(FilePath(path), .readOnly)
    if path.hasSuffix(".gz") {
      let gzip = try GzipStream(file, path: path)
      return try ByteSource(name: path) { try gzip.read(into: $0) }
    }
    let zstd = try ZstdStream(file, path: path)
    return try ByteSource(name: path) { try zstd.read(into: $0) }
  }
}
