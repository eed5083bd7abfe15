import Foundation
import Herald
import HeraldFormats
import HeraldLog

/// A temporary folder for one test, removed with it.
final class Scratch {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("herald-test-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }
  deinit { try? FileManager.default.removeItem(at: folder) }

  var ledger: String { folder.appendingPathComponent("ledger.sqlite").path }

  /// A log with these lines, each ended by a newline.
  func log(_ lines: [String], named name: String = "log.jsonl") throws -> ByteSource {
    let file = folder.appendingPathComponent(name)
    try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
    return try ByteSource(path: file.path)
  }

  /// The lines of the ledger.
  func exported() throws -> [String] {
    var lines: [String] = []
    try reader().lines { lines.append($0) }
    return lines
  }

  func reader() throws -> LedgerReader { try LedgerReader(path: ledger, reading: Formats.reading) }

  /// The outcome of replaying the ledger.
  func outcome() throws -> String {
    var text = ""
    try reader().replayLines([.decisions, .states], jobs: 1) { text += String(decoding: $0, as: UTF8.self) }
    return text
  }
}

/// Lines of a log about one phone, made as an app would.
struct Phone {
  var source = "/i/1"
  var isNumbered = true
  private(set) var lines: [String] = []

  init(source: String = "/i/1", isNumbered: Bool = true) {
    self.source = source
    self.isNumbered = isNumbered
  }

  static let policy =
    #"{"packageName":"a.b","updates":[{"id":1,"forceUpdate":true,"targetWebsiteUrl":"https://example.com","descriptions":{"*":"Update"},"targetVersion":"2.0"}]}"#

  mutating func add(_ type: String, _ data: String = "{}", id: String? = nil) {
    let revision = lines.count + 1
    let number = isNumbered ? #""revision":\#(revision),"# : ""
    let time = Timestamp(milliseconds: 1_772_438_400_000 + Int64(revision) * 60_000)
    lines.append(
      #"{"specversion":"1.0","id":"\#(id ?? "e-\(revision)")","source":"\#(source)","type":"\#(type)","time":"\#(time)",\#(number)"data":\#(data)}"#
    )
  }

  /// A phone with rounds of launch, fetch, showing and answer.
  static func busy(_ rounds: Int, source: String = "/i/1", isNumbered: Bool = true) -> Phone {
    var phone = Phone(source: source, isNumbered: isNumbered)
    phone.add("app.launched", #"{"properties":{"appPackageName":"a.b","appVersionName":"1.0"}}"#)
    let digest = Digest.of(policy).string
    let document = policy.replacingOccurrences(of: "\"", with: "\\\"")
    phone.add(
      "fetch.succeeded",
      #"{"trigger":"launch","url":"https://example.com/p","format":"herald","status":200,"digest":"\#(digest)","document":"\#(document)"}"#
    )
    for round in 0..<rounds {
      phone.add("prompt.shown", #"{"prompt":"p-\#(round)","rule":"update:1","kind":"force"}"#)
      phone.add("button.chosen", #"{"prompt":"p-\#(round)","button":"update"}"#)
      phone.add("app.foregrounded")
    }
    return phone
  }
}
