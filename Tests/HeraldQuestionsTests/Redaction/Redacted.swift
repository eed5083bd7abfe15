import Herald
import HeraldFormats
import HeraldLog

@testable import HeraldQuestions

/// A log before and after its redaction.
struct Redacted {
  private let original: [UInt8]
  let lines: [String]
  let findings: RedactionFindings
  private let options: ReadingOptions
  private let redaction: Redaction

  static let key = Array(0..<32 as Range<UInt8>)

  /// - Parameter notesPolicies: whether the redaction knows the log's policies, as that of `herald export` does.
  init(
    _ log: String, key: [UInt8] = Self.key, atOnce: Int = .max, notesPolicies: Bool = false,
    _ change: (inout Redaction) -> Void = { _ in }
  ) throws {
    try self.init(bytes: Array(log.utf8), key: key, atOnce: atOnce, notesPolicies: notesPolicies, change)
  }

  init(
    bytes log: [UInt8], options: ReadingOptions = ReadingOptions(), key: [UInt8] = Self.key,
    atOnce: Int = .max, notesPolicies: Bool = false, _ change: (inout Redaction) -> Void = { _ in }
  ) throws {
    guard let pseudonyms = Pseudonyms(key: key) else { throw NoKey() }
    var redaction = Redaction(pseudonyms: pseudonyms)
    change(&redaction)
    if notesPolicies { try Self.reader(log, options).eachPolicy { redaction.record($0) } }
    let redacted = RedactedLog(try Self.reader(log, options), redaction, atOnce: atOnce)
    var bytes: [UInt8] = []
    while let lines = try redacted.next() { bytes += lines }
    original = log
    lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    findings = redacted.findings
    self.options = options
    self.redaction = redaction
  }

  struct NoKey: Error {}

  static func reader(_ log: [UInt8], _ options: ReadingOptions) throws -> LogReader {
    let source = try ByteSource(name: "log", bytes: log)
    return LogReader(log: source, shelf: DocumentShelf(reading: Formats.reading), options: options)
  }

  /// The outcome of a log, as replay writes it: a line for each decision, or for each installation's last state.
  static func outcome(
    _ log: [UInt8], _ output: ReplayOutput, options: ReadingOptions
  ) throws -> [String] {
    var bytes: [UInt8] = []
    try reader(log, options).replayLines(output) { bytes += $0 }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// The number of lines of an outcome that differ by more than names, computed without the product's comparison.
  func differences(_ output: ReplayOutput) throws -> Int {
    let names = try Names(of: String(decoding: original, as: UTF8.self), under: redaction)
    let before = try Self.outcome(original, output, options: options)
    let after = try Self.outcome(Array(log.utf8), output, options: options)
    guard before.count == after.count else { return max(before.count, after.count) }
    return try zip(before, after).filter { try names.replaced(in: $0) != names.masked(in: $1) }.count
  }

  /// The redacted log.
  var log: String { lines.map { $0 + "\n" }.joined() }
}

/// The pseudonyms of names.
struct Names {
  /// The pseudonyms by installation, and by the key of the name in an outcome.
  private var names: [String: [String: String]] = [:]
  private let masked: Set<String>

  init(of log: String, under redaction: Redaction) throws {
    // Kept in part: only its presence is compared.
    let times: Set<String> = ["time", "lastCheck", "lastShown", "lastButtonAt", "showings", "firstShown"]
    let always: Set<String> = ["destination", "url", "properties"]
    masked = always.union(redaction.times == nil ? [] : times)
      .union(redaction.properties.fate(of: .appVersionName) == .kept ? [] : ["appVersionName"])
    var redaction = redaction
    var reader = EventReader()
    for line in log.split(separator: "\n") {
      // Blank, torn and bad lines name nothing.
      guard let event = try? reader.event(String(line)) else { continue }
      let source = event.source
      func record(_ key: String, _ name: ExactString?, _ privacy: FieldPrivacy) {
        guard let name else { return }
        names[source.string, default: [:]]["\(key) \(name)"] = redaction.text(name, privacy, of: source)?.string
      }
      record("source", source, .name(.installation))
      record("event", event.id, .localName(.event))
      switch event.data {
      case .appLaunched(let launch): record("user", launch.user, .name(.user))
      case .fetchSucceeded(let fetch):
        if case .signedIn(let user) = fetch.user { record("user", user, .name(.user)) }
      case .fetchFailed(let fetch):
        if case .signedIn(let user) = fetch.user { record("user", user, .name(.user)) }
      case .userChanged(let change): record("user", change.user, .name(.user))
      case .promptShown(let showing): record("prompt", showing.prompt, .localName(.prompt))
      case .buttonChosen(let answer):
        let words = Button.allCases.map { ExactString($0.rawValue) } + ["vanished"]
        record("lastButton", answer.button, .word(among: { words }))
      case .pushReceived(let push): record("targetVersion", push.targetVersion, .version)
      default: break
      }
    }
  }

  /// A line of the original's outcome with the pseudonyms of the redacted log.
  func replaced(in line: String) throws -> String {
    let node = try JSONNode.read(line).node
    return text(of: node, node[name: "source"]?.string.flatMap { names[$0] } ?? [:])
  }

  /// A line of a redacted log's outcome, to compare with that.
  func masked(in line: String) throws -> String { text(of: try JSONNode.read(line).node, [:]) }

  private func text(of node: JSONNode, _ names: [String: String]) -> String {
    var writer = JSONWriter()
    CanonicalJSON.write(changed(node, under: "", names), into: &writer)
    return writer.string
  }

  private func changed(_ node: JSONNode, under name: String, _ names: [String: String]) -> JSONNode {
    if masked.contains(name), !node.isNull || name == "appVersionName" {
      return JSONNode(.string("something"), place: node.place)
    }
    switch node.value {
    case .string(let text):
      return JSONNode(.string(names["\(name) \(text)"] ?? text), place: node.place)
    case .object(let members):
      // A redacted log has the numbers that its policies ask for; the original draws them itself.
      let compared = members.filter { $0.name != "draws" }
      let changed = compared.map { JSONMember(name: $0.name, node: self.changed($0.node, under: $0.name, names)) }
      return JSONNode(.object(changed), place: node.place)
    default: return node
    }
  }
}
