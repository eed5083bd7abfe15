import Foundation
import Herald
import HeraldFormats

/// What is damaged: the lines, documents and signatures of all logs below a folder.
struct Samples {
  /// Each log's lines.
  private(set) var logs: [[[UInt8]]] = []
  private(set) var lines: [[UInt8]] = []
  private(set) var fetches: [FetchSucceeded] = []
  private(set) var signatures: [[UInt8]] = []
  /// The state before each fetch.
  private(set) var states: [InstallationState] = []

  init(below folder: String) throws {
    let root = URL(fileURLWithPath: folder)
    let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    for name in names.sorted() where name.hasSuffix("log.jsonl") {
      let bytes = try Data(contentsOf: root.appendingPathComponent(name))
      let log = bytes.split(separator: UInt8(ascii: "\n")).map { Array($0) }
      logs.append(log)
      lines += log
      collect(log)
    }
    guard !logs.isEmpty, !fetches.isEmpty, !signatures.isEmpty else { throw NoSamples(folder: folder) }
  }

  private mutating func collect(_ log: [[UInt8]]) {
    var reader = EventReader()
    var states: [ExactString: InstallationState] = [:]
    for (index, line) in log.enumerated() {
      guard var event = try? reader.event(utf8: line.span, revision: index + 1) else { continue }
      var state = states.removeValue(forKey: event.source) ?? InstallationState()
      if case .fetchSucceeded(var fetch) = event.data, let document = fetch.asDocument {
        fetches.append(fetch)
        self.states.append(state)
        if let signature = fetch.signature { signatures.append(Array(signature.string.utf8)) }
        fetch.reading = Formats.reading(document)
        event.data = .fetchSucceeded(fetch)
      }
      state.apply(event.fact)
      states[event.source] = state
    }
  }
}

struct NoSamples: Error, CustomStringConvertible {
  let folder: String
  var description: String { "below \(folder) are no logs with documents and signatures" }
}

extension FetchSucceeded {
  /// The document that the fetch brought; nil where it names one by its digest.
  var asDocument: Document? {
    document.map { Document(text: $0, format: format, url: url, storeURL: storeURL, houseRules: houseRules) }
  }
}
