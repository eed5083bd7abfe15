import Herald

/// Files whose bytes stand for other bytes.
extension FileLook {
  /// An archive or a packed file, by its first bytes.
  static func packed(_ start: [UInt8]) -> FileLook? {
    for (bytes, name, program) in archives where start.starts(with: bytes) {
      return FileLook(name, "it begins with the bytes of \(name)", .program(program), isDocument: true)
    }
    if start.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
      return FileLook("an empty zip archive", "no file is in it", .advice("pack the log once more"))
    }
    if start.starts(with: "SQLite format 3\0".utf8) {
      return FileLook(
        "a ledger, read as lines", "it is an SQLite file, which cannot be read from a pipe or an archive",
        .advice("unpack it where it is packed, and give its path as it is"))
    }
    if start.dropFirst(257).starts(with: "ustar".utf8) {
      return FileLook("a tar archive", "files are packed in it", .program("tar -xOf -"), isDocument: true)
    }
    if start.starts(with: "PAR1".utf8) {
      return FileLook(
        "a table (Parquet)", "a table lacks what events have",
        .advice("give the ledger that it was made of, or `herald export LEDGER > log.jsonl`"))
    }
    return nil
  }

  private static let archives: [(start: [UInt8], name: String, program: String)] = [
    ([0x1F, 0x8B], "a gzip archive under another name", "gzip -dc"),
    ([0x28, 0xB5, 0x2F, 0xFD], "a zstd archive under another name", "zstd -dc"),
    // `unzip` does not read standard input; its `funzip` gives the first file.
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive", "funzip"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "an xz archive", "xz -dc"),
    ([0x42, 0x5A, 0x68], "a bzip2 archive", "bzip2 -dc"),
    ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], "a 7-Zip archive", "7z x -si -so"),
  ]

  /// Text in another encoding, or behind a mark.
  static func encoded(_ start: [UInt8]) -> FileLook? {
    if start.starts(with: [0xFF, 0xFE, 0x00, 0x00]) || start.starts(with: [0x00, 0x00, 0xFE, 0xFF]) {
      return recoded("UTF-32")
    }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) { return recoded("UTF-16") }
    if start.count > 3, start[0] != 0, start[1] == 0, start[2] != 0, start[3] == 0 { return recoded("UTF-16LE") }
    if start.count > 3, start[0] == 0, start[1] != 0, start[2] == 0, start[3] != 0 { return recoded("UTF-16BE") }
    if start.starts(with: [0xEF, 0xBB, 0xBF]) {
      let rest = start[3...].drop { EventBeginning.isBlank($0) }
      guard rest.first == UInt8(ascii: "{") else { return nil }
      return FileLook(
        "JSON behind a byte order mark", "JSON has none (RFC 8259, section 8.1)", .program("tail -c +4"))
    }
    if start.starts(with: "eyJ".utf8) {
      return FileLook("JSON in base64", "`eyJ` is how `{\"` begins in base64", .program("base64 -d"))
    }
    return nil
  }

  private static func recoded(_ encoding: String) -> FileLook {
    FileLook(
      "text in \(encoding)", "a log is UTF-8; PowerShell writes UTF-16 where `>` makes a file",
      .program("iconv -f \(encoding) -t UTF-8"))
  }
}
