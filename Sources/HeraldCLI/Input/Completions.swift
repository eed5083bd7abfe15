import ArgumentParser
import Herald
import HeraldFormats
import HeraldLog

/// Completions that shells offer for the values of arguments and options.
extension CompletionKind {
  /// Logs, packed or not, and ledgers.
  static var log: CompletionKind { .file(extensions: ["jsonl", "jsonl.gz", "jsonl.zst"] + ledgerEndings) }
  static var ledger: CompletionKind { .file(extensions: ledgerEndings) }
  static var policy: CompletionKind { .file(extensions: ["json", "xml", "html"]) }
  static var json: CompletionKind { .file(extensions: ["json"]) }
  static var policyFormat: CompletionKind { .list(DocumentFormat.names) }
  static var property: CompletionKind { .list(KnownProperty.allCases.map(\.rawValue)) }
  static var trigger: CompletionKind { .list(Trigger.allCases.map(\.rawValue)) }
  /// A value that only the user knows, such as a number or a time.
  static var free: CompletionKind { .list([]) }
  /// The installations of the log or ledger on the command line.
  static var source: CompletionKind {
    .custom { words, _, start in LoggedSources.names(in: words, startingWith: start) }
  }

  private static let ledgerEndings = ["sqlite", "db"]
}

/// The installations of the log that a command line names, for its completion.
enum LoggedSources {
  /// The most names that are offered, and the size in bytes of a log that is read for them: a shell waits.
  private static let most = 200
  private static let longest = 4 << 20

  /// - Parameter start: the beginning of the name, as it is typed.
  static func names(in words: [String], startingWith start: String) -> [String] {
    let typed = plain(start)
    let logs = words.map(plain).filter { $0.contains(".") && !$0.hasPrefix("-") }
    let names = logs.flatMap { (try? sources(of: $0)) ?? [] }.map(\.string)
    return Array(names.filter { $0.hasPrefix(typed) }.prefix(most))
  }

  private static func sources(of log: String) throws -> [ExactString] {
    if try LedgerReader.isLedger(log) { return try LedgerReader(path: log, reading: Formats.reading).sources() }
    guard log.hasSuffix(".jsonl") else { return [] }
    let bytes = try ByteSource(path: log)
    guard let size = bytes.size, size <= longest else { return [] }
    let options = ReadingOptions(skipsInvalid: true, isPartial: true)
    let reader = LogReader(log: bytes, shelf: DocumentShelf(reading: Formats.reading), options: options)
    try reader.check()
    return reader.sources()
  }

  /// A word of a shell without its quotes and backslashes.
  private static func plain(_ word: String) -> String {
    var result = ""
    var characters = word.makeIterator()
    while let character = characters.next() {
      switch character {
      case "\"", "'": continue
      case "\\": if let next = characters.next() { result.append(next) }
      default: result.append(character)
      }
    }
    return result
  }
}
