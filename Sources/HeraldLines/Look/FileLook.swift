package import Herald

/// The looks of a file in which no event was found, and the command that makes a log of it.
///
/// A support desk gets files through mail programs, browsers and chat tools, which wrap them. An error without the name
/// of the wrapping sends people to look for bad lines.
package struct FileLook: Sendable {
  /// The remedy for a file.
  enum Remedy: Sendable {
    /// A program that reads the file from standard input and writes a log.
    case program(String)
    /// Something else to do, in words that begin small and have no end; `FILE` stands for the file.
    case advice(String)
  }

  /// The words behind *it is*, such as `an HTML page`.
  let name: String
  /// The part of the file that shows its kind, such as its first bytes.
  let sign: String
  let remedy: Remedy
  /// True for one JSON document and for an archive, whose lines are not events, though some begin or read like one.
  let isDocument: Bool

  init(_ name: String, _ sign: String, _ remedy: Remedy, isDocument: Bool = false) {
    (self.name, self.sign, self.remedy, self.isDocument) = (name, sign, remedy, isDocument)
  }

  /// A file whose bytes are gone.
  package static var unknown: FileLook {
    FileLook(
      "not a log", "a log has one event per line, as JSON",
      .advice("give a log of events, one JSON object per line"))
  }

  /// The largest number of a file's first bytes that are looked at.
  package static let longestStart = 1 << 20

  /// Recognizes a file by its first bytes.
  ///
  /// - Parameters:
  ///   - start: at most ``longestStart`` bytes.
  ///   - isWhole: true if these are all bytes.
  package init(start: [UInt8], isWhole: Bool) {
    self = Self.known(start, isWhole) ?? Self.text(start)
  }

  private static func known(_ start: [UInt8], _ isWhole: Bool) -> FileLook? {
    if start.isEmpty { return FileLook("empty", "it has 0 bytes", .advice(emptyAdvice)) }
    if start.allSatisfy({ $0 == 0 }) {
      return FileLook(
        "zero bytes alone", "the disk or the transfer lost what was written",
        .advice("get the file once more from where it came from"))
    }
    if start.allSatisfy({ EventBeginning.isBlank($0) || $0 == 0x0A }) {
      return FileLook("blank lines alone", "none of its lines has a character", .advice(emptyAdvice))
    }
    return packed(start) ?? encoded(start) ?? document(start, isWhole)
  }

  private static let emptyAdvice =
    "look where it was written or loaded: the program or the download that made it wrote nothing"
}

/// The finding about a file.
extension FileLook {
  /// - Parameter file: the file's name, `-` for standard input.
  package func finding(about file: String) -> Diagnostic {
    Diagnostic(
      LogCode.noEvents, what: "No event was read from `\(file)`: it is \(name).", file: file, why: sign,
      fix: advice(for: file))
  }

  private func advice(for file: String) -> String {
    switch remedy {
    case .program(let program):
      file == "-"
        ? "put `\(program)` into the pipe before herald"
        : "make a log of it, and give that: `\(program) < \(file.shellQuoted) > log.jsonl`"
    case .advice(let words):
      words.split(separator: "FILE", omittingEmptySubsequences: false)
        .joined(separator: file == "-" ? "FILE" : file.shellQuoted)
    }
  }
}

/// Text that is nothing better known.
extension FileLook {
  private static func text(_ start: [UInt8]) -> FileLook {
    // A character may be cut at the end of a long start.
    let text = String(decoding: start, as: UTF8.self)
    let bad = text.unicodeScalars.count { $0 == "\u{FFFD}" || $0 == "\0" }
    if bad * 20 > text.unicodeScalars.count {
      return FileLook(
        "binary data, not text", "a log is JSON in UTF-8, one event per line",
        .advice("check that it is the file that was meant, and unpack it where it is packed"))
    }
    let first = text.unicodeScalars.split { $0 == "\n" || $0 == "\r" }.first.map { String($0) } ?? ""
    let shown = first.count > 60 ? first.prefix(60) + "…" : first[...]
    return FileLook(
      "text, not events", "it begins with `\(shown)`, and a log has one JSON object per line",
      .advice("check that it is the file that was meant, and that its download did not fail"))
  }
}
