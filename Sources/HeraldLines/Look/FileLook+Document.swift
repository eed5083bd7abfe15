import Herald

/// Documents: pages, feeds, tables, and JSON in other shapes.
extension FileLook {
  /// A document, by its first characters and, of a whole one, its content.
  static func document(_ start: [UInt8], _ isWhole: Bool) -> FileLook? {
    let body = start.drop { [0xEF, 0xBB, 0xBF].contains($0) || EventBeginning.isBlank($0) || $0 == 0x0A }
    let head = String(decoding: body.prefix(256), as: UTF8.self).lowercased()
    if head.hasPrefix("<") {
      if head.contains("<rss") || head.contains("<feed") { return feed }
      if head.hasPrefix("<?xml"), !head.contains("<html") { return xml }
      return page
    }
    if head.hasPrefix("version https://git-lfs") {
      return FileLook(
        "a pointer of Git LFS", "Git keeps the file's content elsewhere", .advice("load it: `git lfs pull`"))
    }
    return json(start, body, isWhole) ?? table(body)
  }

  private static var page: FileLook {
    FileLook(
      "an HTML page", "a server, a proxy or a sign-in answered in place of the file",
      .advice(
        "open FILE in a browser to see what it says, and load the log once more; `curl --fail` stops at such pages"))
  }

  private static var feed: FileLook {
    FileLook(
      "a feed (XML), not a log", "a feed is a policy that devices fetch",
      .advice("check it with `herald lint --policy-format appcast FILE`, and give a log of events"))
  }

  private static var xml: FileLook {
    FileLook(
      "an XML document", "a log is JSON, one event per line",
      .advice("read what it says, such as an error of a storage service, and load the log once more"))
  }

  /// JSON whose lines are not events.
  private static func json(_ start: [UInt8], _ body: ArraySlice<UInt8>, _ isWhole: Bool) -> FileLook? {
    guard let first = body.first else { return nil }
    if body.lazy.filter({ !isSpace($0) }).prefix(2).elementsEqual("[{".utf8) { return array }
    if first == UInt8(ascii: "["), isWhole, node(body) != nil { return array }
    if first == UInt8(ascii: "\"") { return quoted(body) }
    guard first == UInt8(ascii: "{") else { return prefixed(body) }
    if isWhole, let root = node(body), let look = whole(root, isOneLine: lines(of: body).count == 1) { return look }
    let lines = lines(of: body)
    if let line = lines.first, let root = node(line) { return object(root) }
    if lines.prefix(40).contains(where: { trimmed($0).starts(with: #""specversion""#.utf8) }) { return pretty }
    if body.dropFirst().contains(RecordMark.carriageReturn), !body.contains(RecordMark.newline) {
      return FileLook(
        "lines that end as on the first Macs", "no newline stands in it", .program(#"tr '\r' '\n'"#))
    }
    if String(decoding: body.prefix(1 << 16), as: UTF8.self).contains(#"}{""#) {
      return FileLook("several JSON objects on one line", "a log has one event per line", .program("jq -c ."))
    }
    if EventBeginning.isTorn(body) {
      return FileLook(
        "the beginning of one event", "its only line breaks off, as after a crash or a download that was cut",
        .advice("get the file once more, or look for an older copy: nothing of the event can be read"))
    }
    return nil
  }

  private enum RecordMark {
    static let carriageReturn: UInt8 = 0x0D
    static let newline: UInt8 = 0x0A
  }

  private static var array: FileLook {
    FileLook(
      "one JSON array, not a log", "a log has one event per line, without brackets", .program("jq -c '.[]'"),
      isDocument: true)
  }

  private static var pretty: FileLook {
    FileLook("JSON over several lines", "a log has one event per line", .program("jq -c ."), isDocument: true)
  }

  /// One JSON object that is the whole file.
  private static func whole(_ root: JSONNode, isOneLine: Bool) -> FileLook? {
    if root[name: "specversion"] != nil { return isOneLine ? nil : pretty }
    return object(root, isOneLine: isOneLine)
  }

  /// An object without `specversion`, and the events that it may hold.
  private static func object(_ root: JSONNode, isOneLine: Bool = true) -> FileLook? {
    guard case .object(let members) = root.value else { return nil }
    if root[name: "specversion"] != nil {
      return FileLook(
        "events that cannot be read", "each of its lines was left out",
        .advice("read FILE without `--skip-invalid`, which says what is wrong with each line"))
    }
    if root[name: "packageName"] != nil || root[name: "updates"] != nil || root[name: "messages"] != nil {
      return FileLook(
        "a policy, not a log", "it has the keys of a policy",
        .advice("check it with `herald lint FILE`, or give a log of events"), isDocument: true)
    }
    for member in members {
      let key = member.name
      let path = isPlain(key) ? ".\(key)" : ".[\"\(key)\"]"
      switch member.node.value {
      case .object where member.node[name: "specversion"] != nil:
        return FileLook("objects that hold events", "the events are in `\(key)`", .program("jq -c '\(path)'"))
      case .array(let items) where items.first?[name: "specversion"] != nil:
        return FileLook("an object that holds events", "the events are in `\(key)`", .program("jq -c '\(path)[]'"))
      case .string(let text) where text.contains(#""specversion""#):
        return FileLook("objects that hold events as texts", "they are in `\(key)`", .program("jq -r '\(path)'"))
      case .object, .array, .string, .number, .bool, .null: continue
      }
    }
    if root[name: "chain"] != nil, root[name: "revision"] != nil {
      return FileLook(
        "heads of a ledger, not events", "its lines have a `chain` and no `specversion`",
        .advice("compare a ledger with them: `herald audit LEDGER --head FILE`"))
    }
    if root[name: "trigger"] != nil && root[name: "reason"] != nil || root[name: "counts"] != nil {
      return FileLook(
        "answers of Herald, not events", "its lines are those of `herald replay`",
        .advice("give the log or the ledger that it was made of"))
    }
    if isOneLine {
      return FileLook(
        "JSON without events", "none of its lines has a `specversion`, as an event has (CloudEvents 1.0)",
        .advice("give a log of events, one JSON object per line"))
    }
    return FileLook(
      "one JSON document, not a log", "no line of it is an event with a `specversion`",
      .advice("give a log of events, one JSON object per line"), isDocument: true)
  }

  /// JSON texts that hold JSON.
  private static func quoted(_ body: ArraySlice<UInt8>) -> FileLook? {
    if let line = lines(of: body).first, case .string(let text)? = node(line)?.value, text.contains("specversion") {
      return FileLook("events written as JSON texts", "each stands in quotes", .program("jq -r ."))
    }
    return table(body)
  }

  /// Lines with something before their events, as log collectors and streams of a server write them.
  private static func prefixed(_ body: ArraySlice<UInt8>) -> FileLook? {
    guard let line = lines(of: body).first, String(decoding: line, as: UTF8.self).contains(#"{"specversion""#) else {
      return nil
    }
    return FileLook(
      "lines with something before each event", "a line begins with its event", .program("sed 's/^[^{]*//'"))
  }

  /// A table in text, by its first line.
  private static func table(_ body: ArraySlice<UInt8>) -> FileLook? {
    guard let line = lines(of: body).first else { return nil }
    for separator in [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09] {
      guard line.count(where: { $0 == separator }) >= 2, !line.contains(UInt8(ascii: "{")) else { continue }
      return FileLook(
        "a table (CSV)", "a table lacks what events have",
        .advice("give the ledger that it was made of, or `herald export LEDGER > log.jsonl`"))
    }
    return nil
  }

  /// True if a program reads a name behind a dot without quotes.
  private static func isPlain(_ name: String) -> Bool {
    !name.isEmpty && name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || (0x61...0x7A).contains($0 | 0x20) }
  }

  private static func isSpace(_ byte: UInt8) -> Bool { EventBeginning.isBlank(byte) || byte == 0x0A }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.drop(while: EventBeginning.isBlank)
  }

  /// The lines that are not blank, at most 64.
  private static func lines(of body: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    body.split(separator: 0x0A, maxSplits: 64).filter { !$0.allSatisfy(EventBeginning.isBlank) }
  }

  private static func node(_ bytes: ArraySlice<UInt8>) -> JSONNode? {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    return try? JSONNode.read(text, lenient: true).node
  }
}
