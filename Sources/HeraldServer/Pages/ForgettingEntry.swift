import Herald
import HeraldLog

/// A forgetting from the ledger's journal: the kind of thing, the reason and the person, never a name or a value.
struct ForgettingEntry: Sendable {
  let time: DeviceTime?
  let kind: String
  let removed, replaced, installations: Int
  let reason: String
  let by: String?

  /// The forgettings of a ledger, the newest first.
  static func all(of reader: LedgerReader) throws -> [ForgettingEntry] {
    var found: [ForgettingEntry] = []
    try reader.journal { if let entry = ForgettingEntry($0) { found.append(entry) } }
    return found.reversed()
  }

  /// Nil for another entry, and for the further parts of a long one.
  private init?(_ line: String) {
    guard let entry = try? JSONNode.read(line).node, entry[name: "type"]?.string == "ledger.forgot",
      let data = entry[name: "data"], (Self.number(data, "part") ?? 1) == 1
    else { return nil }
    time = entry[name: "time"]?.string.flatMap { DeviceTime(rfc3339: $0) }
    kind = data[name: "kind"]?.string ?? ""
    removed = Self.number(data, "removed") ?? 0
    replaced = Self.number(data, "replaced") ?? 0
    installations = Self.number(data, "installations") ?? 0
    reason = data[name: "reason"]?.string ?? ""
    by = data[name: "by"]?.string
  }

  private static func number(_ data: JSONNode, _ name: String) -> Int? {
    if case .number(let text)? = data[name: name]?.value { Int(text) } else { nil }
  }

  /// The values of it for a page's template.
  var values: [String: Any] {
    [
      "time": time.map(PageTime.html) ?? "", "kind": Self.words[kind] ?? kind, "removed": removed.grouped,
      "replaced": replaced.grouped, "installations": installations.grouped, "reason": reason,
      "by": by ?? "not said",
    ]
  }

  private static let words = [
    "installation": "an installation", "user": "a user", "property": "a property", "retention": "before a time",
    "imported": "forgotten elsewhere, and imported",
  ]
}
