import Herald
import HeraldQuestions
import HeraldLog
import SystemPackage

/// The key of a redaction. It is never an argument, because every process of the machine can read arguments.
enum RedactionKey {
  private static let longest = 1 << 16

  /// Reads the key from a file or a pipe, without a copy on disk.
  ///
  /// - Throws: ``LogFileError`` where the file cannot be read, or has too few or too many bytes.
  static func read(_ path: String) throws -> Pseudonyms {
    let bytes: [UInt8]
    do {
      let file = try FileDescriptor.open(FilePath(path), .readOnly)
      bytes = try file.closeAfter { try read(file) }
    } catch let error as Errno {
      throw LogFileError(
        .cannotOpen, what: "The key `\(path)` cannot be read.", file: path, why: error.description,
        fix: "check the path and the permissions")
    }
    guard bytes.count <= longest else {
      throw LogFileError(
        .tooLarge, what: "The key `\(path)` is too large.", file: path, why: "it has over \(longest) bytes",
        fix: "check that it's the file that was meant")
    }
    guard let pseudonyms = Pseudonyms(key: bytes) else {
      throw LogFileError(
        RedactionCode.shortKey, what: "The key `\(path)` has \(bytes.count.of("byte", "bytes")).", file: path,
        why: "a key under \(Pseudonyms.shortestKey) bytes can be guessed",
        fix: "make one with `head -c 32 /dev/urandom > \(path)`, and keep it to yourself")
    }
    return pseudonyms
  }

  private static func read(_ file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count <= longest {
      let piece = try file.read(atMost: longest)
      if piece.isEmpty { break }
      bytes += piece
    }
    return bytes
  }
}
