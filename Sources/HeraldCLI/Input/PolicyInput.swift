import Herald
import HeraldLog
import SystemPackage

/// A policy document as the command line names it: a file, or `-` for standard input.
struct PolicyInput {
  let name: String
  let text: String
  /// The finding about bytes that are not UTF-8; nil for valid UTF-8.
  let fault: Diagnostic?

  /// - Throws: ``LogFileError`` where the file cannot be opened or read.
  init(_ name: String) throws {
    let bytes = try Self.bytes(of: name)
    self.name = name
    text = String(decoding: bytes, as: UTF8.self)
    fault = Self.fault(of: bytes, readAs: text)
  }

  /// Reads a policy; a ledger or a log in its place is refused.
  static func policy(_ name: String) throws -> PolicyInput {
    let input = try PolicyInput(name)
    try InputMistake.checkPolicy(name, bytes: Array(input.text.utf8))
    return input
  }

  /// Decoding puts a replacement where bytes are not UTF-8, so the first difference is the first bad byte.
  private static func fault(of bytes: [UInt8], readAs text: String) -> Diagnostic? {
    guard let offset = zip(bytes, text.utf8).enumerated().first(where: { $1.0 != $1.1 })?.offset else { return nil }
    return Diagnostic(
      RefusalReason.invalidJSON, .error, what: "The document is not UTF-8.", place: LineMap(text).place(offset),
      why: "JSON is exchanged in UTF-8 alone (RFC 8259, section 8.1)", fix: "save the file as UTF-8")
  }

  private static func bytes(of name: String) throws -> [UInt8] {
    let file: FileDescriptor
    do {
      file = name == "-" ? .standardInput : try .open(FilePath(name), .readOnly)
    } catch let error as Errno {
      throw LogFileError(
        .cannotOpen, what: "`\(name)` cannot be opened.", file: name, why: error.description,
        fix: "check the path and the permissions")
    }
    defer { if name != "-" { try? file.close() } }
    do {
      return try readAll(file)
    } catch let error as Errno {
      throw LogFileError(
        .cannotRead, what: "`\(name)` cannot be read to its end.", file: name, why: error.description,
        fix: "name a file that holds one policy document")
    }
  }

  private static func readAll(_ file: FileDescriptor) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let part = try file.read(atMost: 1 << 16)
      if part.isEmpty { return bytes }
      bytes += part
    }
  }
}
