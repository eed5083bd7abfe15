import Foundation
package import Herald
import HeraldCorpus
import HeraldLog

/// The corpus of field logs.
package enum Corpus {
  package static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Events").path

  /// The logs that can be read as they are, by name.
  package static let logs: [(name: String, text: String)] = {
    let cases = (try? FieldLog.all(in: folder)) ?? []
    return cases.compactMap { log in
      guard let text = try? String(contentsOf: log.folder.appendingPathComponent("log.jsonl"), encoding: .utf8),
        let reader = try? Rows.reader(text), (try? reader.check()) != nil
      else { return nil }
      return (log.name, text)
    }
  }()

  /// Many logs in one, with the lines of a few logs at a time mixed. No two of them share an installation.
  package static let mixed = lines.map { $0.text + "\n" }.joined()

  /// The lines of the mixed log, each with its installation.
  package static let lines: [(source: ExactString?, text: Substring)] = {
    var seen: Set<ExactString> = []
    var chosen: [[(source: ExactString?, text: Substring)]] = []
    for (_, text) in logs {
      let lines = text.split(separator: "\n").map { (source: source(of: $0), text: $0) }
      let sources = Set(lines.compactMap(\.source))
      // A last line without a newline may be torn, which is only allowed at the end of a log.
      guard text.hasSuffix("\n"), seen.isDisjoint(with: sources) else { continue }
      seen.formUnion(sources)
      chosen.append(lines)
    }
    var mixed: [(source: ExactString?, text: Substring)] = []
    for start in stride(from: 0, to: chosen.count, by: 5) {
      let some = chosen[start..<min(start + 5, chosen.count)]
      for place in 0..<(some.map(\.count).max() ?? 0) {
        for log in some where place < log.count { mixed.append(log[place]) }
      }
    }
    return mixed
  }()

  package static let sources: [ExactString] = {
    var seen: Set<ExactString> = []
    return lines.compactMap(\.source).filter { seen.insert($0).inserted }
  }()

  /// The rows of the mixed log.
  package static let rows = Result { try Rows(log: mixed) }

  /// All documents of the mixed log.
  package static let documents: [ExactString: String] = {
    var documents: [ExactString: String] = [:]
    for line in lines {
      guard let data = try? JSONNode.read(String(line.text)).node[name: "data"],
        let document = data[name: "document"]?.string
      else { continue }
      documents[Digest.of(document)] = document
    }
    return documents
  }()

  private static func source(of line: Substring) -> ExactString? {
    (try? JSONNode.read(String(line)).node[name: "source"]?.string).map { ExactString($0) }
  }
}
